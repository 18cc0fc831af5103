/** What the SDK says of parameters that do not fit the protocol: the JSON of its schema's issues, as an error's message. */
import { array, isObject } from '../../platform/parse/coerce.ts';

/** The issues in words; undefined where the message is anything else. */
export function schemaIssues(message: string): string | undefined {
  let issues: unknown;
  try {
    // The SDK puts a few words before the issues of the requests that it checks itself.
    issues = JSON.parse(message.slice(Math.max(0, message.indexOf('['))));
  } catch {
    return undefined;
  }
  if (!Array.isArray(issues) || issues.length === 0) return undefined;
  const lines = issues.flatMap((issue) => {
    if (!isObject(issue) || typeof issue.message !== 'string') return [];
    const path = array(issue.path).join('.');
    return [path === '' ? issue.message : `${path.slice(0, 100)}: ${issue.message}`];
  });
  return lines.length === 0 ? undefined : lines.slice(0, 5).join('; ').slice(0, 500);
}
