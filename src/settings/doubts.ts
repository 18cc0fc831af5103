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
  const advice = withoutVersion(baseUrl, nameOf('baseUrl'));
  return advice === undefined ? [] : [advice];
}

/** What to do with an address to which /v1 was added by hand: every path of the API begins with it already. */
export const withoutVersion = (address: string, setting: string): string | undefined =>
  address.endsWith('/v1') ? `Leave /v1 out of ${setting}: this server adds it.` : undefined;
