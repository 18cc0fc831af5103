/** The server's icon, a speech bubble with a check mark, for light and dark pages. `npm run icons` draws it into files. */
import type { Icon } from '@modelcontextprotocol/server';
import { PNGS } from './icon-pngs.ts';

const COLORS = { light: ['#1f5fbf', '#fff'], dark: ['#8ab4f8', '#12233d'] } as const;
export type Theme = keyof typeof COLORS;
export const THEMES = Object.keys(COLORS) as Theme[];

/** Width and height of the PNGs that travel in messages. */
export const PNG_SIZE = 48;

/** The icon as a picture of its own. */
export function svgOf(theme: Theme): string {
  const [bubble, mark] = COLORS[theme];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48"><path fill="${bubble}" d="M11 3h26a8 8 0 0 1 8 8v18a8 8 0 0 1-8 8H23l-10 8v-8h-2a8 8 0 0 1-8-8V11a8 8 0 0 1 8-8z"/><path fill="none" stroke="${mark}" stroke-width="5" stroke-linecap="round" stroke-linejoin="round" d="m14 21 7 7 14-15"/></svg>\n`;
}

const iconOf = (mimeType: string, base64: string, sizes: string, theme: Theme): Icon => ({
  src: `data:${mimeType};base64,${base64}`,
  mimeType,
  sizes: [sizes],
  theme,
});
const svgIcon = (theme: Theme): Icon =>
  iconOf('image/svg+xml', Buffer.from(svgOf(theme)).toString('base64'), 'any', theme);
const pngIcon = (theme: Theme): Icon => iconOf('image/png', PNGS[theme], `${PNG_SIZE}x${PNG_SIZE}`, theme);

/** For the handshake. Clients that show icons must take PNG, and should take SVG. */
export const serverIcons = (): Icon[] => [...THEMES.map(svgIcon), ...THEMES.map(pngIcon)];
