import { answerOf, api } from '@/lib/api/client';
import type { IncomingPayment, MoneyQuery } from '@/lib/api/types';
import { KEYS } from '@/lib/queries/keys';
import { useMoneyList } from '../../use-money-list';

const PATH = '/api/admin/incoming-payments';

const read = ({ kind: _, ...query }: MoneyQuery) => answerOf(api.GET(PATH, { params: { query } }));

export function useIncomingPayments() {
  return useMoneyList<IncomingPayment>(PATH, KEYS.adminIncomingPayments, read);
}

/** One of them as it is now. */
export async function fetchIncomingPayment(id: string): Promise<IncomingPayment | undefined> {
  return (await read({ search: id, limit: 1 })).items[0];
}
