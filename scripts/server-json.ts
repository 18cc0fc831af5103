/** server.json, from package.json and the table of settings. */
import manifest from '../package.json' with { type: 'json' };
import { envName, SETTING_NAMES, type SettingSpec, specOf } from '../src/settings/table.ts';
import { isPlaceholder, owner } from './owner.ts';

const { name, version, mcpName } = manifest;
export const TITLE = 'Agent Platform';
export const DESCRIPTION = 'See what AI agents run, decide what waits for approval, talk to assistants, watch costs.';
/** Hosts start the server over stdio, so settings of the http command are left out. */
const names = SETTING_NAMES.filter((setting) => specOf(setting).command === undefined);

/** The registry's names for the kinds of settings. */
const FORMATS: Partial<Record<SettingSpec['kind'], string>> = { integer: 'number', flag: 'boolean', file: 'filepath' };

/**
 * The entry for the MCP Registry, schema of 2025-12-11.
 * @param isPublished whether to name the package; before publication, anybody could register the name
 */
export function serverJson(isPublished: boolean): object {
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
    name: mcpName,
    title: TITLE,
    description: DESCRIPTION,
    version,
    ...(isPlaceholder('repository')
      ? {}
      : { repository: { url: owner.repository, source: new URL(owner.repository).hostname.split('.').at(-2) } }),
    ...(isPublished ? { packages: [npmPackage()] } : {}),
  };
}

function npmPackage(): object {
  const environmentVariables = names.map((setting) => {
    const { kind, help, fallback, choices } = specOf(setting);
    return {
      name: envName(setting),
      description: help,
      format: FORMATS[kind] ?? 'string',
      isRequired: false,
      isSecret: kind === 'secret',
      ...(fallback === undefined ? {} : { default: String(fallback) }),
      ...(choices === undefined ? {} : { choices }),
    };
  });
  return {
    registryType: 'npm',
    identifier: name,
    version,
    transport: { type: 'stdio' },
    runtimeHint: 'npx',
    environmentVariables,
  };
}
