import { unwrap, api } from '@/lib/api/client';
import type { IncomingPayment, TransactionListQuery } from '@/lib/api/types';
import { QUERY_KEYS } from '@/lib/queries/query-keys';
import { useTransactionList } from '../../use-transaction-list';

const PATH = '/api/admin/incoming-payments';

const read = ({ kind: _, ...query }: TransactionListQuery) => unwrap(api.GET(PATH, { params: { query } }));

export function useIncomingPayments() {
  return useTransactionList<IncomingPayment>(PATH, QUERY_KEYS.adminIncomingPayments, read);
}

/** Reads the current version of one row. */
export async function fetchIncomingPayment(id: string): Promise<IncomingPayment | undefined> {
  return (await read({ search: id, limit: 1 })).items[0];
}
