/** The user guide that the sandbox serves as its documentation. */
import approvals from './approvals.md';
import assistantsAndChats from './assistants-and-chats.md';
import costs from './costs.md';
import documents from './documents.md';
import gettingStarted from './getting-started.md';
import projects from './projects.md';
import threadsAndInbox from './threads-and-inbox.md';
import toolServers from './tool-servers.md';
import troubleshooting from './troubleshooting.md';

/** In reading order. */
export const GUIDE = [
  page('getting-started', gettingStarted),
  page('approvals', approvals),
  page('threads-and-inbox', threadsAndInbox),
  page('assistants-and-chats', assistantsAndChats),
  page('costs', costs),
  page('tool-servers', toolServers),
  page('projects', projects),
  page('documents', documents),
  page('troubleshooting', troubleshooting),
];

/**
 * A file begins with `# Title`, and its first paragraph is the description.
 * @param slug the file's name without its extension; it addresses the page
 */
function page(slug: string, text: string) {
  // A checkout on Windows may have other line breaks.
  const markdown = text.replaceAll('\r\n', '\n');
  const [heading = '', description = ''] = markdown.split('\n\n');
  return { slug, title: heading.replace(/^# /, ''), description: description.replaceAll('\n', ' '), markdown };
}
