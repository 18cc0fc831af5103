/** Reads the SDK's errors about parameters that violate the protocol: their message is the JSON of the schema's issues. */
import { array, isObject } from '../../platform/parse/coerce.ts';

/** The issues as readable text; undefined for any other message. */
export function schemaIssues(message: string): string | undefined {
  let issues: unknown;
  try {
    // For requests that it checks itself, the SDK puts a prefix before the issues.
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
