import { unwrap, api } from '@/lib/api/client';
import type { AdminTransfer, TransactionListQuery } from '@/lib/api/types';
import { QUERY_KEYS } from '@/lib/queries/query-keys';
import { useTransactionList } from '../../use-transaction-list';

const PATH = '/api/admin/transfer-requests';

const read = ({ kind: _, ...query }: TransactionListQuery) => unwrap(api.GET(PATH, { params: { query } }));

export function useTransferRequests() {
  return useTransactionList<AdminTransfer>(PATH, QUERY_KEYS.adminTransferRequests, read);
}

/** Reads the current version of one row. */
export async function fetchTransfer(id: string): Promise<AdminTransfer | undefined> {
  return (await read({ search: id, limit: 1 })).items[0];
}
