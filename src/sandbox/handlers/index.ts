/** One handler for each operation of the table; a missing one does not compile. */
import type { OperationName } from '../../platform/operations/index.ts';
import type { Handler } from '../http/handler.ts';
import * as agents from './agents.ts';
import * as assistants from './assistants.ts';
import * as documentation from './documentation.ts';
import * as documents from './documents.ts';
import { uploadFile } from './files.ts';
import * as projects from './projects.ts';
import * as threads from './threads.ts';
import * as toolServers from './tool-servers.ts';

export const handlers: Readonly<Record<OperationName, Handler>> = {
  ...agents,
  ...threads,
  ...assistants,
  ...toolServers,
  ...projects,
  ...documents,
  ...documentation,
  uploadFile,
};
