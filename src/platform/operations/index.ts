/** The table of operations: everything that can be asked of the platform, once. */
import * as agents from './agents.ts';
import * as assistants from './assistants.ts';
import * as documentFolders from './document-folders.ts';
import * as documentation from './documentation.ts';
import * as documents from './documents.ts';
import { uploadFile } from './files.ts';
import type { OperationSpec } from './operation.ts';
import * as projects from './projects.ts';
import * as toolServers from './tool-servers.ts';

const defined = {
  ...agents,
  ...assistants,
  ...toolServers,
  ...projects,
  ...documents,
  ...documentFolders,
  uploadFile,
  ...documentation,
};

type Named<T> = { readonly [K in keyof T]: T[K] & { readonly name: K } };

/** By the specification's names, or names in its style if it gives none. */
export const operations = Object.fromEntries(
  Object.entries(defined).map(([name, spec]) => [name, { name, ...spec }]),
) as Named<typeof defined>;

/** `listAgents`; a key of {@link operations}. */
export type OperationName = keyof typeof operations;

/** All operations, in the order of the specification's groups. */
export const operationList: readonly OperationSpec[] = Object.values(operations);

/** Names of the path parameters of an operation, in order: `agentId` for `/v1/agents/{agentId}/threads`. */
export const pathParams = ({ path }: OperationSpec): readonly string[] =>
  [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name]) => name ?? '');

/** Whether the list is read in pages. */
export const isPaged = ({ response, query }: OperationSpec): boolean =>
  response.many === true && query !== undefined && 'limit' in query().shape;
