/** The texts that people and models read, one case each: the name of the golden file, and the call that produces its text. */
import { HOSTS } from '../../src/cli/config/hosts.ts';
import { uuidFor } from '../../src/sandbox/ids.ts';
import { agentId, documentId, folderId, projectId } from '../../src/sandbox/seed/records.ts';
import { threadId } from '../../src/sandbox/seed/stories.ts';
import { ROOT } from '../support/build.ts';
import { breakOff, hang, json, type Reply, raw, reset } from '../support/platform-double.ts';
import { AGENT, OTHER_THREAD, THREAD } from '../support/scripted-platform.ts';
import type { Answer, SituationName } from './situations.ts';

type Args = Readonly<Record<string, unknown>>;

interface Seen {
  readonly name: string;
  /** Each gives the same text. */
  readonly at: SituationName | readonly SituationName[];
}

export interface ToolCase extends Seen {
  readonly tool: string;
  readonly args?: Args;
  /** Threads whose `reviewToken`, as `get_thread` gives it, goes into the arguments: the first, or one each in `items`. */
  readonly reviewed?: readonly string[];
  /** The human's reaction to the question. */
  readonly answer?: Answer;
  /** The structured content is in the golden, too. */
  readonly isStructured?: boolean;
  /** Replaces an answer of the scripted platform. */
  readonly rule?: readonly [method: string, path: RegExp, reply: Reply];
}

/** Cases in the same situation. */
const at = (seen: Seen['at'], cases: readonly Omit<ToolCase, 'at'>[]): readonly ToolCase[] =>
  cases.map((one) => ({ ...one, at: seen }));

const REFUND = threadId('refund-10482');
const DEPLOY = threadId('deploy-4.12.0');
const REMINDERS = threadId('reminders-march');
const STALE = threadId('stale-1204');
const PUBLISH = threadId('publish-tent-guide');
const REFUNDS = agentId('refunds');
const SHOP = uuidFor('tool-server:shop-tools');
const FINANCE = uuidFor('tool-server:finance-tools');
const POLICY = documentId('returns-policy');
const NOWHERE = '00000000-0000-4000-8000-000000000000';

const READING: readonly ToolCase[] = [
  ...at(
    ['reading', 'readingV1'],
    [
      { name: 'inbox', tool: 'list_pending_approvals', isStructured: true },
      { name: 'list-agents', tool: 'list_agents', args: { limit: 3 }, isStructured: true },
      { name: 'thread-waiting', tool: 'get_thread', args: { threadId: REFUND }, isStructured: true },
      { name: 'thread-waited-for', tool: 'wait_for_thread', args: { threadIds: [REFUND, DEPLOY] } },
      {
        name: 'chats-as-rows',
        tool: 'search_chats',
        args: { assistantIdentifier: 'support-assistant', limit: 3 },
        isStructured: true,
      },
      { name: 'chats-counted', tool: 'search_chats', args: { countBy: 'userId' }, isStructured: true },
      {
        name: 'threads-counted',
        tool: 'search_threads',
        args: { countBy: 'agent', status: 'FAILED' },
        isStructured: true,
      },
      { name: 'docs-found', tool: 'list_docs', args: { query: 'reject approval comment' }, isStructured: true },
      { name: 'docs-section', tool: 'read_doc', args: { slug: 'approvals', section: 'read before' } },
      { name: 'agent-read-back', tool: 'list_agents', args: { agentName: 'refund' } },
      {
        name: 'costs-daily',
        tool: 'get_agent_costs',
        args: { agentId: REFUNDS, period: 'daily', days: 7 },
        isStructured: true,
      },
      {
        name: 'costs-all-agents-of-a-month',
        tool: 'get_agent_costs',
        args: { startMonth: '2026-02', endMonth: '2026-02' },
      },
    ],
  ),
  ...at('reading', [
    { name: 'inbox-of-an-agent', tool: 'list_pending_approvals', args: { agentName: 'Refund Agent' } },
    { name: 'inbox-empty', tool: 'list_pending_approvals', args: { agentId: agentId('pricing') } },
    { name: 'list-agent-threads', tool: 'list_agent_threads', args: { agentId: REFUNDS, limit: 5 } },
    { name: 'list-assistants', tool: 'list_assistants' },
    {
      name: 'list-assistant-chats',
      tool: 'list_assistant_chats',
      args: { assistantIdentifier: 'support-assistant', limit: 5 },
    },
    { name: 'list-tool-servers', tool: 'list_tool_servers' },
    { name: 'list-tools', tool: 'list_tools', args: { toolServerId: SHOP } },
    { name: 'tool-server', tool: 'get_tool_server', args: { toolServerId: SHOP } },
    { name: 'list-projects', tool: 'list_projects' },
    { name: 'project', tool: 'get_project', args: { projectId: projectId('customer-care') } },
    { name: 'list-documents', tool: 'search_documents' },
    { name: 'list-document-folders', tool: 'list_document_folders' },
    { name: 'document', tool: 'read_document', args: { documentId: POLICY } },
    { name: 'document-version', tool: 'read_document', args: { documentId: POLICY, version: 1 } },
    { name: 'list-docs', tool: 'list_docs' },
    { name: 'doc-page', tool: 'read_doc', args: { slug: 'approvals' } },
    { name: 'thread-running', tool: 'get_thread', args: { threadId: threadId('rollback-search') } },
    { name: 'thread-one-message', tool: 'get_thread', args: { threadId: DEPLOY, message: 1 } },
    { name: 'evaluations', tool: 'list_thread_evaluations', args: { threadId: REFUND } },
    { name: 'search-threads', tool: 'search_threads', args: { query: 'refund', limit: 5 } },
    { name: 'search-threads-rejected', tool: 'search_threads', args: { rejected: true, limit: 3 } },
    { name: 'search-threads-nothing', tool: 'search_threads', args: { query: 'zeppelin' } },
    { name: 'search-chats', tool: 'search_chats', args: { query: 'refund', limit: 3 } },
    { name: 'chats-counted-by-nothing', tool: 'search_chats', args: { countBy: 'colour' } },
    { name: 'chat', tool: 'get_chat', args: { assistantIdentifier: 'support-assistant', chatUuid: uuidFor('chat:1') } },
    { name: 'costs-summary', tool: 'get_agent_costs', args: { agentId: REFUNDS } },
    {
      name: 'costs-monthly',
      tool: 'get_agent_costs',
      args: { agentName: 'Refund Agent', period: 'monthly', months: 3 },
    },
    { name: 'costs-all-agents', tool: 'get_agent_costs', args: {} },
    {
      name: 'costs-of-a-project',
      tool: 'get_project_costs',
      args: { projectId: projectId('web-shop'), period: 'monthly' },
    },
    {
      name: 'tool-test-ok',
      tool: 'test_tool',
      args: { toolServerId: SHOP, toolId: 'lookup_order', parameters: { orderNumber: '10497' } },
    },
    {
      name: 'tool-test-failed',
      tool: 'test_tool',
      args: { toolServerId: FINANCE, toolId: 'check_credit_score', parameters: { customerId: 'C-1' } },
    },
    { name: 'health', tool: 'check_health' },
  ]),
];

const BAD_CALLS: readonly ToolCase[] = [
  ...at(
    ['reading', 'readingV1'],
    [
      { name: 'error-bad-argument', tool: 'list_agents', args: { limit: 'many' } },
      { name: 'error-unknown-tool', tool: 'get_threads' },
      { name: 'error-no-such-thread', tool: 'get_thread', args: { threadId: NOWHERE } },
    ],
  ),
  ...at('reading', [
    { name: 'error-bad-identifier', tool: 'get_thread', args: { threadId: '../agents' } },
    { name: 'error-missing-argument', tool: 'approve_thread', args: { threadId: REFUND } },
    { name: 'error-unknown-argument', tool: 'list_agents', args: { state: 'enabled' } },
    { name: 'error-unknown-choice', tool: 'approve_thread', args: { threadId: REFUND, status: 'approve' } },
    { name: 'error-no-such-agent-name', tool: 'get_agent_costs', args: { agentName: 'Refnd Agent' } },
    { name: 'error-no-such-page', tool: 'read_doc', args: { slug: 'aprovals' } },
    {
      name: 'error-not-waiting',
      tool: 'approve_thread',
      args: { threadId: threadId('newsletter-draft'), status: 'APPROVED' },
    },
  ]),
  {
    name: 'error-tool-not-offered',
    at: 'readOnly',
    tool: 'approve_thread',
    args: { threadId: REFUND, status: 'APPROVED' },
  },
];

const QUESTIONS: readonly ToolCase[] = [
  ...at(
    ['asking', 'askingV1'],
    [
      {
        name: 'question-approval',
        tool: 'approve_thread',
        args: { threadId: REFUND, status: 'APPROVED' },
        answer: 'as it is',
      },
      {
        name: 'approve-declined',
        tool: 'approve_thread',
        args: { threadId: REFUND, status: 'APPROVED' },
        answer: 'decline',
      },
      {
        name: 'approve-approved',
        tool: 'approve_thread',
        args: { threadId: DEPLOY, status: 'APPROVED' },
        answer: { decision: 'Approve deploy_release', comment: 'The canary is fine.' },
        isStructured: true,
      },
    ],
  ),
  ...at('asking', [
    {
      name: 'question-rejection-proposed',
      tool: 'approve_thread',
      args: { threadId: PUBLISH, status: 'REJECTED', comment: 'Not before the photos are licensed.' },
      answer: 'as it is',
    },
    {
      name: 'approve-cancelled',
      tool: 'approve_thread',
      args: { threadId: REFUND, status: 'APPROVED' },
      answer: 'cancel',
    },
    {
      name: 'approve-rejected',
      tool: 'approve_thread',
      args: { threadId: STALE, status: 'APPROVED' },
      answer: { decision: 'Reject', comment: 'Keep them.' },
    },
    {
      name: 'question-batch',
      tool: 'decide_approvals',
      args: {
        items: [
          { threadId: REMINDERS, status: 'APPROVED' },
          { threadId: PUBLISH, status: 'REJECTED', comment: 'Not before the photos are licensed.' },
          { threadId: REFUND, status: 'PENDING' },
        ],
      },
      reviewed: [REMINDERS, PUBLISH, REFUND],
      answer: 'as it is',
    },
    {
      name: 'question-change',
      tool: 'update_agent',
      args: {
        agentId: agentId('translations'),
        description: 'Translates into whatever is asked for.',
        disabled: false,
      },
      answer: { decision: 'Change it' },
    },
    {
      name: 'question-change-of-a-document',
      tool: 'write_document',
      args: { documentId: POLICY, summary: 'Thirty days.', tags: ['returns'] },
      answer: 'as it is',
    },
    { name: 'question-deletion-of-an-agent', tool: 'delete_agent', args: { agentId: REFUNDS }, answer: 'as it is' },
    {
      name: 'question-deletion-of-a-tool-server',
      tool: 'delete_tool_server',
      args: { toolServerId: SHOP },
      answer: 'as it is',
    },
    {
      name: 'question-deletion-of-a-document',
      tool: 'delete_document',
      args: { documentId: POLICY },
      answer: 'as it is',
    },
    {
      name: 'question-deletion-of-a-folder',
      tool: 'delete_document_folder',
      args: { folderId: folderId('policies'), deleteDocuments: true },
      answer: 'as it is',
    },
    {
      name: 'question-end',
      tool: 'complete_thread',
      args: { threadId: threadId('newsletter-draft'), state: 'CANCELLED' },
      answer: 'as it is',
    },
    {
      name: 'question-archive',
      tool: 'archive_project',
      args: { projectId: projectId('web-shop') },
      answer: 'as it is',
    },
    {
      name: 'question-upload',
      tool: 'upload_file',
      args: { path: `${ROOT}test/fixtures/upload.txt` },
      answer: 'as it is',
    },
    {
      name: 'question-new-tool-server',
      tool: 'create_tool_server',
      args: {
        name: 'Payments',
        url: 'https://pay.example/v1',
        toolDefinitions: [
          { type: 'function', function: { name: 'wire' }, endpoint: 'https://user:hush@elsewhere.example/wire' },
        ],
      },
      answer: 'as it is',
    },
    {
      name: 'question-change-with-a-secret',
      tool: 'update_agent',
      args: { agentId: REFUNDS, evaluationConfig: { apiKey: 'hush-4711', tokenPolicy: 'none', 'limit in EUR': 5 } },
      answer: 'as it is',
    },
    {
      name: 'refused-invisible-text',
      tool: 'update_agent',
      args: { agentId: REFUNDS, description: 'Pays up to 5\u200b0 EUR.' },
    },
    { name: 'answer-not-a-choice', tool: 'delete_agent', args: { agentId: REFUNDS }, answer: { decision: 'Yes' } },
  ]),
];

const WRITES: readonly ToolCase[] = [
  ...at('writing', [
    { name: 'thread-created', tool: 'create_thread', args: { agentId: REFUNDS, message: 'Count the open returns.' } },
    { name: 'thread-resumed', tool: 'resume_thread', args: { threadId: threadId('newsletter-draft') } },
    { name: 'thread-paused', tool: 'pause_thread', args: { threadId: threadId('rollback-search') } },
    {
      name: 'message-sent',
      tool: 'send_thread_message',
      args: { threadId: threadId('duplicates-weekly'), message: 'Only those of this year.' },
    },
    {
      name: 'message-refused-while-waiting',
      tool: 'send_thread_message',
      args: { threadId: REFUND, message: 'Go on.' },
    },
    { name: 'thread-evaluated', tool: 'evaluate_thread', args: { threadId: threadId('duplicates-weekly') } },
    {
      name: 'assistant-reply',
      tool: 'send_assistant_message',
      args: { assistantIdentifier: 'support-assistant', message: 'Where is order 10497?' },
    },
    { name: 'agent-updated', tool: 'update_agent', args: { agentId: agentId('pricing'), description: 'Sets prices.' } },
    { name: 'agent-deleted', tool: 'delete_agent', args: { agentId: agentId('translations') } },
    {
      name: 'document-written',
      tool: 'write_document',
      args: { documentId: documentId('shipping-times'), markdownContent: '# Shipping\n\nTwo days.' },
    },
    { name: 'folder-written', tool: 'write_document_folder', args: { folderId: folderId('spare'), name: 'Left over' } },
    { name: 'upload-done', tool: 'upload_file', args: { path: `${ROOT}test/fixtures/upload.txt` } },
  ]),
  ...at('cannotAsk', [
    { name: 'cannot-ask-no-token', tool: 'approve_thread', args: { threadId: DEPLOY, status: 'APPROVED' } },
    {
      name: 'cannot-ask-approved',
      tool: 'approve_thread',
      args: { threadId: REFUND, status: 'APPROVED' },
      reviewed: [REFUND],
    },
    {
      name: 'cannot-ask-contradicted',
      tool: 'approve_thread',
      args: { threadId: threadId('refund-10511'), status: 'APPROVED' },
      reviewed: [threadId('refund-10511')],
    },
    {
      name: 'cannot-ask-stale-token',
      tool: 'approve_thread',
      args: { threadId: PUBLISH, status: 'APPROVED', reviewToken: '3-000000000000000000000000-1hqx2k9a3b' },
    },
    {
      name: 'cannot-ask-batch',
      tool: 'decide_approvals',
      args: {
        items: [
          { threadId: REMINDERS, status: 'APPROVED' },
          { threadId: STALE, status: 'REJECTED', comment: 'Keep them.' },
        ],
      },
      reviewed: [REMINDERS, STALE],
    },
  ]),
  ...at('mustAsk', [
    { name: 'must-ask-refused', tool: 'approve_thread', args: { threadId: REFUND, status: 'APPROVED' } },
    { name: 'must-ask-deletion-refused', tool: 'delete_agent', args: { agentId: REFUNDS } },
  ]),
  ...at('dryRun', [
    {
      name: 'dry-run-approval',
      tool: 'approve_thread',
      args: { threadId: REFUND, status: 'APPROVED' },
      isStructured: true,
    },
    { name: 'dry-run-change', tool: 'update_agent', args: { agentId: REFUNDS, description: 'Pays back.' } },
    { name: 'dry-run-creation', tool: 'create_thread', args: { agentId: REFUNDS, message: 'Count the open returns.' } },
  ]),
];

const LIST = ['GET', /^\/v1\/agents$/] as const;
const READ = ['GET', /^\/v1\/agents\/threads\/[^/]+$/] as const;
const PAUSE = ['POST', /\/pause$/] as const;
const APPROVAL = ['POST', /\/approval$/] as const;

/** A second waiting thread: after a lost decision, the first one is decided by its token only. */
export const NEXT_THREAD = '2f9d5e7f-74e6-4b70-8c85-93d3f4b2e924';

/** Unusable answers of a platform. */
const ERRORS: readonly ToolCase[] = [
  ...at('scripted', [
    {
      name: 'error-400',
      tool: 'create_agent',
      args: { name: 'New' },
      rule: ['POST', /^\/v1\/agents$/, json(400, { message: ['name is taken'] })],
    },
    { name: 'error-401', tool: 'list_agents', rule: [...LIST, json(401, { message: 'token expired' })] },
    { name: 'error-403', tool: 'list_agents', rule: [...LIST, json(403, { message: 'agents:read is missing' })] },
    { name: 'error-404', tool: 'get_thread', args: { threadId: NOWHERE } },
    { name: 'error-500', tool: 'list_agents', rule: [...LIST, json(500, { message: 'Internal server error' })] },
    {
      name: 'error-503-html',
      tool: 'list_agents',
      rule: [...LIST, raw(503, '<html><h1>Bad day</h1></html>', { 'content-type': 'text/html' })],
    },
    {
      name: 'error-200-html',
      tool: 'list_agents',
      rule: [...LIST, raw(200, '<html>Sign in</html>', { 'content-type': 'text/html' })],
    },
    {
      name: 'error-redirect',
      tool: 'list_agents',
      rule: [...LIST, raw(302, '', { location: 'https://login.example/start' })],
    },
    {
      name: 'error-not-readable',
      tool: 'get_thread',
      args: { threadId: THREAD },
      rule: [...READ, json(200, ['a list'])],
    },
    { name: 'error-lost-answer', tool: 'list_agents', rule: [...LIST, breakOff(200, '[{"id":', 4_000)] },
    { name: 'error-reset', tool: 'list_agents', rule: [...LIST, reset] },
    { name: 'error-write-unknown', tool: 'pause_thread', args: { threadId: OTHER_THREAD }, rule: [...PAUSE, reset] },
    {
      name: 'error-write-500',
      tool: 'pause_thread',
      args: { threadId: OTHER_THREAD },
      rule: [...PAUSE, json(500, { message: 'Internal server error' })],
    },
    {
      name: 'error-decision-not-applied',
      tool: 'approve_thread',
      args: { threadId: NEXT_THREAD, status: 'APPROVED' },
      rule: [...APPROVAL, json(200, {})],
    },
    {
      name: 'error-deletion-refused',
      tool: 'delete_agent',
      args: { agentId: AGENT },
      rule: ['DELETE', /agents/, json(200, { success: false, message: 'still used' })],
    },
  ]),
  {
    name: 'error-429',
    at: 'limited',
    tool: 'list_tool_servers',
    rule: ['GET', /^\/v1\/tool-servers$/, json(429, { message: 'slow down' }, { 'retry-after': '1' })],
  },
  ...at('impatient', [
    { name: 'error-timeout', tool: 'list_agents', rule: [...LIST, hang] },
    {
      name: 'error-decision-unknown',
      tool: 'approve_thread',
      args: { threadId: THREAD, status: 'APPROVED' },
      rule: [...APPROVAL, hang],
    },
  ]),
];

export const TOOL_CASES: readonly ToolCase[] = [...READING, ...BAD_CALLS, ...QUESTIONS, ...WRITES, ...ERRORS];

export interface PromptCase extends Seen {
  readonly prompt: string;
  readonly args?: Readonly<Record<string, string>>;
}

export const PROMPT_CASES: readonly PromptCase[] = [
  { name: 'prompt-triage-approvals', at: ['reading', 'readingV1'], prompt: 'triage-approvals' },
  { name: 'prompt-triage-one-agent', at: 'reading', prompt: 'triage-approvals', args: { agentId: REFUNDS } },
  { name: 'prompt-investigate-thread', at: 'reading', prompt: 'investigate-thread', args: { threadId: REFUND } },
  { name: 'prompt-review-costs', at: 'reading', prompt: 'review-costs', args: { agentId: REFUNDS } },
  { name: 'prompt-review-all-costs', at: 'reading', prompt: 'review-costs' },
  { name: 'prompt-try-a-tool-server', at: 'reading', prompt: 'try-a-tool', args: { toolServerId: SHOP } },
  {
    name: 'prompt-try-a-tool',
    at: 'reading',
    prompt: 'try-a-tool',
    args: { toolServerId: SHOP, toolId: 'lookup_order' },
  },
];

export interface CommandCase {
  readonly name: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** The platform that the environment points at. */
  readonly platform?: 'sandbox' | 'wrong token' | 'html';
}

const COMMANDS = ['serve', 'http', 'sandbox', 'doctor', 'config', 'tokens', 'watch'] as const;
const ACCESS = {
  AGENT_PLATFORM_BASE_URL: 'https://platform.example',
  AGENT_PLATFORM_TOKEN_FILE: '/run/secrets/platform',
};

export const COMMAND_CASES: readonly CommandCase[] = [
  { name: 'help', args: ['--help'] },
  ...COMMANDS.map((command) => ({ name: `help-${command}`, args: [command, '--help'] })),
  ...HOSTS.map(({ name }) => ({ name: `config-${name}`, args: ['config', name], env: ACCESS })),
  { name: 'config-sandbox', args: ['config', 'cursor', '--sandbox', '--read-only'] },
  { name: 'config-other', args: ['config', 'other'], env: ACCESS },
  { name: 'config-remote', args: ['config', 'claude-code', '--url', 'https://mcp.example'] },
  { name: 'config-unknown-host', args: ['config', 'emacs'] },
  { name: 'start-bad-settings', args: ['--max-retries=99', '--base-url=nowhere'] },
  { name: 'start-unknown-option', args: ['--basurl', 'x'] },
  { name: 'start-unknown-command', args: ['docter'] },
  { name: 'doctor-sandbox', args: ['doctor', '--sandbox'] },
  {
    name: 'doctor-ignored-options',
    args: ['doctor', '--sandbox', '--tools', ' , ', '--timeout-ms', '', '--read-only'],
  },
  { name: 'doctor-ok', args: ['doctor'], platform: 'sandbox' },
  { name: 'doctor-ok-json', args: ['doctor', '--json'], platform: 'sandbox' },
  { name: 'doctor-nothing-set', args: ['doctor'] },
  { name: 'doctor-wrong-token', args: ['doctor'], platform: 'wrong token' },
  { name: 'doctor-other-server', args: ['doctor'], platform: 'html' },
  {
    name: 'doctor-unreachable',
    args: ['doctor'],
    env: {
      AGENT_PLATFORM_BASE_URL: 'http://127.0.0.1:9',
      AGENT_PLATFORM_TOKEN: 'tok_7Fq2mZ9xLw4Rk8Vb3Ns6Yd1Hc5Jg0PtE',
    },
  },
];
