import type { QueryKey } from '@tanstack/react-query';
import { unwrap, api } from '@/lib/api/client';
import type {
  AdminTransaction,
  AdminTransfer,
  FilteredList,
  IncomingPayment,
  RequestBody,
  ResponseBody,
  TransactionListQuery,
} from '@/lib/api/types';
import type { Page } from '@/lib/list/use-paged-list';
import { QUERY_KEYS } from '@/lib/queries/query-keys';
import type { IdempotencyHeaders } from '@/lib/queries/use-idempotent-mutation';

/** The API calls for one payment list. */
export type PaymentCalls<Row, Body, Result = unknown> = {
  /** Path of the list. Its export has the same path with `.csv` appended. */
  path: string;
  queryKey: QueryKey;
  /** The name under which the list's filters are saved. */
  saved: FilteredList;
  read: (query: TransactionListQuery) => Promise<Page<Row>>;
  /** Updates one payment, for example its status. */
  update: (id: string, body: Body, headers: IdempotencyHeaders) => Promise<Result>;
};

export type TransferBody = RequestBody<'/api/admin/transfer-requests/{id}', 'put'>;

export const TRANSFER_CALLS: PaymentCalls<AdminTransfer, TransferBody> = {
  path: '/api/admin/transfer-requests',
  queryKey: QUERY_KEYS.adminTransferRequests,
  saved: 'outgoing',
  read: ({ kind: _, ...query }) => unwrap(api.GET('/api/admin/transfer-requests', { params: { query } })),
  update: (id, body, headers) =>
    unwrap(api.PUT('/api/admin/transfer-requests/{id}', { params: { path: { id } }, headers, body })),
};

export type IncomingBody = RequestBody<'/api/admin/incoming-payments/{id}', 'put'>;
type IncomingResult = ResponseBody<'/api/admin/incoming-payments/{id}', 'put'>;

export const INCOMING_CALLS: PaymentCalls<IncomingPayment, IncomingBody, IncomingResult> = {
  path: '/api/admin/incoming-payments',
  queryKey: QUERY_KEYS.adminIncomingPayments,
  saved: 'incoming',
  read: ({ kind: _, ...query }) => unwrap(api.GET('/api/admin/incoming-payments', { params: { query } })),
  update: (id, body, headers) =>
    unwrap(api.PUT('/api/admin/incoming-payments/{id}', { params: { path: { id } }, headers, body })),
};

type TransactionBody = RequestBody<'/api/admin/transactions/{id}', 'put'>;

export const TRANSACTION_CALLS: PaymentCalls<AdminTransaction, TransactionBody> = {
  path: '/api/admin/transactions',
  queryKey: QUERY_KEYS.adminTransactions,
  saved: 'transactions',
  read: (query) => unwrap(api.GET('/api/admin/transactions', { params: { query } })),
  update: (id, body, headers) =>
    unwrap(api.PUT('/api/admin/transactions/{id}', { params: { path: { id } }, headers, body })),
};
