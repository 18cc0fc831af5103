/** A Markdown file is its text: the build, Vitest and `npm run dev` load it so. */
declare module '*.md' {
  const text: string;
  export default text;
}
