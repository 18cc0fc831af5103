/** Reads agents and deletions. */
import {
  boolean,
  compact,
  identifier,
  isObject,
  type Json,
  number,
  object,
  pick,
  time,
  unwrap,
  words,
} from './coerce.ts';
import { isErrorObject } from './error-object.ts';
import type { Agent, Deletion } from './records.ts';

/** By itself or under `agent`; undefined without an id. */
export function readAgent(value: unknown): Agent | undefined {
  const outer = object(value);
  const source = isObject(outer.agent) ? outer.agent : outer;
  const id = identifier(pick(source, 'id', '_id', 'agentId'));
  if (id === undefined) return undefined;
  return compact({
    id,
    name: words(pick(source, 'name')),
    description: words(pick(source, 'description')),
    disabled: boolean(pick(source, 'disabled')),
    archived: boolean(pick(source, 'archived')),
    provider: words(pick(source, 'provider')),
    llm: words(pick(source, 'llm', 'model')),
    createdAt: time(pick(source, 'createdAt', 'creationTimestampMs', 'created_at')),
    updatedAt: time(pick(source, 'lastEditTimestampMs', 'updatedAt', 'updated_at')),
    projectId: identifier(pick(source, 'projectId')),
    source,
  });
}

/** Whether a part of a deletion's answer leaves it standing that it was done. */
const isDone = (part: Json): boolean =>
  !isErrorObject(part) && (boolean(pick(part, 'success')) ?? number(pick(part, 'deletedCount')) !== 0);

/** Answer of a deletion; an empty one (204) counts as done, `success: false` or an error object in a 200 does not. */
export function readDeletion(value: unknown): Deletion {
  const outer = object(value);
  const source = object(unwrap(value));
  const error = pick(outer, 'error');
  return compact({
    success: value !== false && [outer, source].every(isDone),
    message: words(pick(source, 'message') ?? pick(object(error), 'message') ?? error ?? pick(outer, 'message')),
    deletedId: identifier(pick(source, 'deletedId', 'id', '_id')),
  });
}
