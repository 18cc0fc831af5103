/** Made by the build from src/cards (scripts/bundle/cards.mjs): each page as one text of HTML. */
declare module '#cards' {
  export const pages: Readonly<Record<string, string>>;
}
