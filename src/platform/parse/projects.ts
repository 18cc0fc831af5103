/** Reads projects and their statistics (docs/platform-notes.md, "Projects"). */
import { boolean, compact, identifier, isObject, label, object, pick, time, words, wordsOfJson } from './coerce.ts';
import type { Project, Stats } from './records.ts';

/** By itself or under `project`; undefined without an id. */
export function readProject(value: unknown): Project | undefined {
  const outer = object(value);
  const source = isObject(outer.project) ? outer.project : outer;
  const id = identifier(pick(source, 'id', '_id', 'projectId'));
  if (id === undefined) return undefined;
  return compact({
    id,
    name: words(pick(source, 'name')),
    identifier: identifier(pick(source, 'identifier')),
    description: words(pick(source, 'description')),
    visibility: label(pick(source, 'visibility')),
    archived: boolean(pick(source, 'archived')),
    createdAt: time(pick(source, 'createdAt', 'creationTimestampMs')),
    updatedAt: time(pick(source, 'updatedAt', 'lastEditTimestampMs')),
    source,
  });
}

/** The fields are not known, so all of them are shown. */
export function readStats(value: unknown): Stats | undefined {
  const outer = object(value);
  const source = isObject(outer.stats) ? outer.stats : outer;
  return isObject(value) ? compact({ values: wordsOfJson(source) }) : undefined;
}
