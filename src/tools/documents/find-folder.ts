import { Refusal } from '../../mcp/contract/errors.ts';
import type { ToolContext } from '../../mcp/contract/tool.ts';
import { operations } from '../../platform/operations/index.ts';
import type { Folder } from '../../platform/parse/records.ts';

/** The folder of that id; the API has no operation for one. @throws Refusal where the list does not hold it */
export async function findFolder(call: ToolContext['call'], folderId: string): Promise<Folder> {
  const { items } = await call(operations.listFolders, {});
  const folder = items.find(({ id }) => id === folderId);
  if (folder === undefined) throw new Refusal(`Folder ${folderId} is not in the list of folders. Nothing was sent.`);
  return folder;
}
