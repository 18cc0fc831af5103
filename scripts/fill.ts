/** Replaces what stands on a page between `<!-- name -->` and `<!-- /name -->`. @throws if the page has no such place */
export function fill(page: string, name: string, content: string): string {
  const [open, close] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const [start, end] = [page.indexOf(open), page.indexOf(close)];
  if (start < 0 || end < start) throw new Error(`There is no <!-- ${name} --> … <!-- /${name} --> to fill.`);
  return `${page.slice(0, start + open.length)}\n${content}\n${page.slice(end)}`;
}
