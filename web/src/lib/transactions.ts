import type { Transaction } from './api/types';

/** Credits and incoming payments come in; any other type is treated as outgoing (spec.md §3). */
export function isIncoming({ type }: Pick<Transaction, 'type'>): boolean {
  return type === 'credit' || type === 'incoming_payment';
}
