/**
 * Yields the rows that `read` finds, page by page, in order of position. `read` returns at most `size` rows after a
 * position; a page that isn't full is the last one. All calls to `read` must see the same snapshot; otherwise the pages
 * may never end while others write.
 */
export async function* pagesAfter<Row extends { readonly position: number }>(
  position: number,
  size: number,
  read: (after: number, limit: number) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  for (let after = position; ;) {
    const page = await read(after, size);
    const last = page.at(-1);
    if (last === undefined) return;
    yield page;
    if (page.length < size || last.position <= after) return;
    after = last.position;
  }
}
