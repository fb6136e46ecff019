import type { QueryClient, QueryKey } from '@tanstack/react-query';

/** Marks reads as out of date and refetches those on screen. */
export async function invalidateQueries(client: QueryClient, keys: readonly QueryKey[]): Promise<void> {
  await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
}
