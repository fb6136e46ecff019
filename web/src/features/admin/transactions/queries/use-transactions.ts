import { answerOf, api } from '@/lib/api/client';
import type { AdminTransaction, MoneyQuery } from '@/lib/api/types';
import { KEYS } from '@/lib/queries/keys';
import { useMoneyList } from '../../use-money-list';

const PATH = '/api/admin/transactions';

const read = (query: MoneyQuery) => answerOf(api.GET(PATH, { params: { query } }));

export function useTransactions() {
  return useMoneyList<AdminTransaction>(PATH, [...KEYS.adminTransactions, 'list'], read);
}

/** One of them as it is now. */
export async function fetchTransaction(id: string): Promise<AdminTransaction | undefined> {
  return (await read({ search: id, limit: 1 })).items[0];
}
