/** What is valid, and can hardly be meant: said at the start, by `doctor` and by `config`, and served with all the same. */
import type { SettingName, Settings } from './table.ts';

/** A sentence or two for each; `nameOf` is how a setting is named to whoever set it. */
export function doubts({ sandbox, baseUrl }: Settings, nameOf: (setting: SettingName) => string): string[] {
  if (baseUrl === undefined) return [];
  if (sandbox) {
    return [
      `${nameOf('sandbox')} and ${nameOf('baseUrl')} are both set: the sandbox with its made-up data is used, and the platform is not. Leave one of them out.`,
    ];
  }
  return baseUrl.endsWith('/v1') ? [`Leave /v1 out of ${nameOf('baseUrl')}: this server adds it.`] : [];
}
