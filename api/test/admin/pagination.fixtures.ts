import { expect } from '@jest/globals';
import type { HttpClient } from '../support/index.js';

/** A page of a list as the API answers it. */
export interface Page<Item> {
  items: Item[];
  nextCursor: string | null;
  total?: number;
}

/** No list of a test has more pages than this. */
const MAX_PAGES = 100;

/** Reads a list to its end; `between` happens after each page. */
export async function readAllPages<Item>(
  client: HttpClient,
  path: string,
  between: () => Promise<void> = () => Promise.resolve(),
): Promise<Page<Item>[]> {
  const pages: Page<Item>[] = [];
  let cursor: string | null = '';
  while (cursor !== null && pages.length < MAX_PAGES) {
    const answer: { status: number; body: Page<Item> } = await client.get<Page<Item>>(
      cursor === '' ? path : `${path}${path.includes('?') ? '&' : '?'}cursor=${cursor}`,
    );
    expect(answer.status).toBe(200);
    pages.push(answer.body);
    cursor = answer.body.nextCursor;
    await between();
  }
  return pages;
}
