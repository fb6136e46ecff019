import type { QueryClient, QueryKey } from '@tanstack/react-query';

/** Invalidates queries and refetches the active ones. */
export async function invalidateQueries(client: QueryClient, keys: readonly QueryKey[]): Promise<void> {
  await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
}
