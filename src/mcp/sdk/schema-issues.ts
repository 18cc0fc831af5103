/** Reads the SDK's errors about parameters that violate the protocol: their message is the JSON of the schema's issues. */
import { array, isObject } from '../../platform/parse/coerce.ts';
import { parsedJson } from '../../platform/parse/json-text.ts';

/** The issues as readable text; undefined for any other message. */
export function schemaIssues(message: string): string | undefined {
  // For requests that it checks itself, the SDK puts a prefix before the issues.
  const issues = array(parsedJson(message.slice(Math.max(0, message.indexOf('[')))));
  const lines = issues.flatMap((issue) => {
    if (!isObject(issue) || typeof issue.message !== 'string') return [];
    const path = array(issue.path).join('.');
    return [path === '' ? issue.message : `${path.slice(0, 100)}: ${issue.message}`];
  });
  return lines.length === 0 ? undefined : lines.slice(0, 5).join('; ').slice(0, 500);
}
