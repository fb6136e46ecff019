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

/** What a call takes in its address after the question mark. */
export type Query<P extends keyof paths> = paths[P] extends {
  get: { parameters: { query?: infer Q } };
}
  ? NonNullable<Q>
  : never;

export type User = Answer<'/api/auth/user', 'get'>;
export type AccountSummary = Answer<'/api/account/summary', 'get'>;
export type AccountRequest = NonNullable<AccountSummary['accountRequest']>;
export type Transaction = Answer<'/api/transactions/recent', 'get'>[number];
export type AdminUser = Answer<'/api/admin/users/{id}', 'get'>;
export type AdminAccountRequest = Answer<'/api/admin/account-requests', 'get'>['items'][number];
export type AdminKyc = Answer<'/api/admin/kyc/{id}', 'get'>;
export type AdminStats = Answer<'/api/admin/stats', 'get'>;
export type MailHealth = Answer<'/api/admin/mail', 'get'>;
export type DashboardContent = Answer<'/api/dashboard-content', 'get'>;
export type AdminTransfer = Answer<'/api/admin/transfer-requests', 'get'>['items'][number];
export type IncomingPayment = Answer<'/api/admin/incoming-payments', 'get'>['items'][number];
export type AdminTransaction = Answer<'/api/admin/transactions', 'get'>['items'][number];
export type MoneyQuery = NonNullable<paths['/api/admin/transactions']['get']['parameters']['query']>;
export type DecisionsPreview = Answer<'/api/admin/transactions/decisions/preview', 'post'>;
export type Decisions = Answer<'/api/admin/transactions/decisions', 'post'>;
export type Conversation = Answer<'/api/admin/chats', 'get'>['items'][number];
export type ChatMessage = Answer<'/api/chat/messages', 'get'>[number];
export type Notifications = Answer<'/api/notifications', 'get'>;
export type Notification = Notifications['items'][number];
export type TransactionDetail = Answer<'/api/transactions/{id}', 'get'>;
export type TimelineStep = TransactionDetail['timeline'][number];
export type Session = Answer<'/api/user/sessions', 'get'>[number];
export type Statement = Answer<'/api/statements', 'get'>;
export type Explanation = Answer<'/api/account/explanation', 'get'>;
export type BalanceHistory = Answer<'/api/account/balance-history', 'get'>;
export type LedgerEvent = Answer<'/api/admin/event-history/events', 'get'>['items'][number];
export type LedgerEventDetail = Answer<'/api/admin/event-history/events/{position}', 'get'>;
export type BalanceAt = Answer<'/api/admin/event-history/accounts/{account}/balance', 'get'>;
export type ChainStatus = Answer<'/api/admin/event-history/chain', 'get'>;
export type Verification = NonNullable<ChainStatus['latest']>;
export type EventPerson = Answer<'/api/admin/event-history/people', 'get'>[number];
