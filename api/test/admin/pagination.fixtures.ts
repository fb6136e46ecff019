import { expect } from '@jest/globals';
import type { HttpClient } from '../harness/index.js';

/** A page of a list, as in API responses. */
export interface Page<Item> {
  items: Item[];
  nextCursor: string | null;
  total?: number;
}

/** Maximum number of pages, in case the cursor never becomes null. */
const MAX_PAGES = 100;

/** Reads a list to its end and calls `between` after each page. */
export async function readAllPages<Item>(
  client: HttpClient,
  path: string,
  between: () => Promise<void> = () => Promise.resolve(),
): Promise<Page<Item>[]> {
  const pages: Page<Item>[] = [];
  let cursor: string | null = '';
  while (cursor !== null && pages.length < MAX_PAGES) {
    const response: { status: number; body: Page<Item> } = await client.get<Page<Item>>(
      cursor === '' ? path : `${path}${path.includes('?') ? '&' : '?'}cursor=${cursor}`,
    );
    expect(response.status).toBe(200);
    pages.push(response.body);
    cursor = response.body.nextCursor;
    await between();
  }
  return pages;
}
