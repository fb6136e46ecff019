import { unwrap, api } from '@/lib/api/client';
import type { AdminTransaction, TransactionListQuery } from '@/lib/api/types';
import { QUERY_KEYS } from '@/lib/queries/query-keys';
import { useTransactionList } from '../../use-transaction-list';

const PATH = '/api/admin/transactions';

const read = (query: TransactionListQuery) => unwrap(api.GET(PATH, { params: { query } }));

export function useTransactions() {
  return useTransactionList<AdminTransaction>(PATH, [...QUERY_KEYS.adminTransactions, 'list'], read);
}

/** Reads the current version of one row. */
export async function fetchTransaction(id: string): Promise<AdminTransaction | undefined> {
  return (await read({ search: id, limit: 1 })).items[0];
}
