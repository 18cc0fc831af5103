/** A Markdown file is imported as text by the build, Vitest and `npm run dev`. */
declare module '*.md' {
  const text: string;
  export default text;
}
