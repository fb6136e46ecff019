import { answerOf, api } from '@/lib/api/client';
import type { AdminTransfer, MoneyQuery } from '@/lib/api/types';
import { KEYS } from '@/lib/queries/keys';
import { useMoneyList } from '../../use-money-list';

const PATH = '/api/admin/transfer-requests';

const read = ({ kind: _, ...query }: MoneyQuery) => answerOf(api.GET(PATH, { params: { query } }));

export function useTransferRequests() {
  return useMoneyList<AdminTransfer>(PATH, KEYS.adminTransferRequests, read);
}

/** One of them as it is now. */
export async function fetchTransfer(id: string): Promise<AdminTransfer | undefined> {
  return (await read({ search: id, limit: 1 })).items[0];
}
