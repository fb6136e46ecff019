import { useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useState } from 'react';
import { invalidateQueries } from '@/lib/queries/invalidate-queries';
import { useAdminFailure } from './use-admin-failure';

/**
 * The row that a dialog shows, as it was when the dialog opened; it does not change when the list does. `showCurrent`
 * reloads the row and the list.
 */
export function useOpenRow<Row extends { id: string }>(
  listKey: QueryKey,
  fetchRow: (id: string) => Promise<Row | undefined>,
) {
  const client = useQueryClient();
  const fail = useAdminFailure();
  const [row, setRow] = useState<Row | null>(null);
  const showCurrent = async () => {
    if (row === null) return;
    try {
      setRow((await fetchRow(row.id)) ?? null);
      await invalidateQueries(client, [listKey]);
    } catch (error) {
      fail(error, 'Failed to reload');
    }
  };
  return { row, open: setRow, close: () => setRow(null), showCurrent: () => void showCurrent() };
}
