import type { paths } from './schema.gen';

type Method = 'get' | 'post' | 'put' | 'delete';
type JsonOf<R> = R extends { content: { 'application/json': infer B } } ? B : never;
type Success<O> = O extends { responses: infer R } ? JsonOf<R[keyof R & (200 | 201)]> : never;

/** The body of a successful answer, read off the generated contract. */
export type Answer<P extends keyof paths, M extends Method> = Success<paths[P][M]>;

/** The body that a call takes. */
export type Body<P extends keyof paths, M extends Method> = paths[P][M] extends {
  requestBody: { content: { 'application/json': infer B } };
}
  ? B
  : never;

export type User = Answer<'/api/auth/user', 'get'>;
export type AccountSummary = Answer<'/api/account/summary', 'get'>;
export type AccountRequest = NonNullable<AccountSummary['accountRequest']>;
export type Transaction = Answer<'/api/transactions/recent', 'get'>[number];
export type AdminUser = Answer<'/api/admin/users', 'get'>[number];
export type AdminAccountRequest = Answer<'/api/admin/account-requests', 'get'>[number];
export type AdminTransfer = Answer<'/api/admin/transfer-requests', 'get'>[number];
export type IncomingPayment = Answer<'/api/admin/incoming-payments', 'get'>[number];
export type Notifications = Answer<'/api/notifications', 'get'>;
export type Notification = Notifications['items'][number];
export type TransactionDetail = Answer<'/api/transactions/{id}', 'get'>;
export type TimelineStep = TransactionDetail['timeline'][number];
export type Statement = Answer<'/api/statements', 'get'>;
