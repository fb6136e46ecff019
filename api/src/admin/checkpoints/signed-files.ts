import type { CheckpointStore } from './checkpoint-store.js';

/** Maximum number of files tried in each store, newest first, until one is readable and signed by the bank. */
export const MAX_TRIED = 10;

/** Which files to read. Their names sort by age. */
export interface FileRange {
  readonly prefix: string;
  /** Only names that sort after this one are read. */
  readonly after?: string;
  readonly maxTried?: number;
}

/** Returns the newest file in each store that `open` accepts; null for a store without one. */
export function newestFiles<Item>(
  stores: readonly CheckpointStore[],
  { prefix, after = '', maxTried = MAX_TRIED }: FileRange,
  open: (text: string) => Item | null,
): Promise<(Item | null)[]> {
  return Promise.all(
    stores.map(async (store) => {
      const names = await store.names(prefix, after);
      for (const name of names.reverse().slice(0, maxTried)) {
        const text = await store.read(name);
        const item = text === null ? null : open(text);
        if (item !== null) return item;
      }
      return null;
    }),
  );
}

/** Moves each store's files to a folder, newest first, until one belongs to the log. Returns how many it moved. */
export async function setAsideFiles<Item>(
  stores: readonly CheckpointStore[],
  { prefix, folder }: { readonly prefix: string; readonly folder: string },
  open: (text: string) => Item | null,
  isInLog: (item: Item) => Promise<boolean>,
): Promise<number> {
  let count = 0;
  for (const store of stores) {
    for (const name of (await store.names(prefix, '')).reverse()) {
      const text = await store.read(name);
      const item = text === null ? null : open(text);
      if (item === null) continue;
      if (await isInLog(item)) break;
      await store.setAside(name, folder);
      count += 1;
    }
  }
  return count;
}

/** Returns the item with the highest position or the latest time, or null. */
export function latest<Item>(
  items: readonly (Item | null)[],
  orderOf: (item: Item) => number | Date,
): Item | null {
  return items.reduce(
    (last, item) => (item !== null && (last === null || orderOf(item) > orderOf(last)) ? item : last),
    null,
  );
}
