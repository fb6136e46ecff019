import type { paths } from './schema.gen';

type Method = 'get' | 'post' | 'put' | 'delete';
type JsonOf<R> = R extends { content: { 'application/json': infer B } } ? B : never;
type Success<O> = O extends { responses: infer R } ? JsonOf<R[keyof R & (200 | 201)]> : never;

/** The body of a successful response, derived from the generated OpenAPI types. */
export type ResponseBody<P extends keyof paths, M extends Method> = Success<paths[P][M]>;

/** The request body of an API call. */
export type RequestBody<P extends keyof paths, M extends Method> = paths[P][M] extends {
  requestBody: { content: { 'application/json': infer B } };
}
  ? B
  : never;

/** The query parameters of a GET call. */
export type QueryParams<P extends keyof paths> = paths[P] extends {
  get: { parameters: { query?: infer Q } };
}
  ? NonNullable<Q>
  : never;

export type User = ResponseBody<'/api/auth/user', 'get'>;
export type AccountSummary = ResponseBody<'/api/account/summary', 'get'>;
export type AccountActivity = ResponseBody<'/api/account/activity', 'get'>;
export type AccountRequest = NonNullable<AccountSummary['accountRequest']>;
export type Transaction = ResponseBody<'/api/transactions/recent', 'get'>[number];
export type Recipient = ResponseBody<'/api/recipients', 'get'>[number];
export type AdminUser = ResponseBody<'/api/admin/users/{id}', 'get'>;
export type AdminAccountRequest = ResponseBody<'/api/admin/account-requests', 'get'>['items'][number];
export type AdminKyc = ResponseBody<'/api/admin/kyc/{id}', 'get'>;
export type AdminStats = ResponseBody<'/api/admin/stats', 'get'>;
export type MailHealth = ResponseBody<'/api/admin/mail', 'get'>;
export type DashboardContent = ResponseBody<'/api/dashboard-content', 'get'>;
export type AdminTransfer = ResponseBody<'/api/admin/transfer-requests', 'get'>['items'][number];
export type IncomingPayment = ResponseBody<'/api/admin/incoming-payments', 'get'>['items'][number];
export type AdminTransaction = ResponseBody<'/api/admin/transactions', 'get'>['items'][number];
export type TransactionListQuery = NonNullable<
  paths['/api/admin/transactions']['get']['parameters']['query']
>;
export type DecisionsPreview = ResponseBody<'/api/admin/transactions/decisions/preview', 'post'>;
export type Decisions = ResponseBody<'/api/admin/transactions/decisions', 'post'>;
export type Conversation = ResponseBody<'/api/admin/chats', 'get'>['items'][number];
export type WorkItem = ResponseBody<'/api/admin/work-queue', 'get'>['items'][number];
export type WorkKind = WorkItem['kind'];
export type WorkCounts = ResponseBody<'/api/admin/work-queue/counts', 'get'>;
export type Proposal = ResponseBody<'/api/admin/proposals', 'get'>['items'][number];
export type ApprovalPolicy = ResponseBody<'/api/admin/approval-policy', 'get'>;
export type TeamMember = ResponseBody<'/api/admin/team', 'get'>['members'][number];
export type TeamChange = ResponseBody<'/api/admin/team', 'get'>['changes'][number];
export type SavedFilter = ResponseBody<'/api/admin/saved-filters', 'get'>[number];
export type FilteredList = SavedFilter['list'];
export type ChatMessage = ResponseBody<'/api/chat/messages', 'get'>[number];
export type Notifications = ResponseBody<'/api/notifications', 'get'>;
export type Notification = Notifications['items'][number];
export type TransactionDetail = ResponseBody<'/api/transactions/{id}', 'get'>;
export type TimelineStep = TransactionDetail['timeline'][number];
export type Session = ResponseBody<'/api/user/sessions', 'get'>[number];
export type Factors = ResponseBody<'/api/user/factors', 'get'>;
export type Passkey = Factors['passkeys'][number];
export type Statement = ResponseBody<'/api/statements', 'get'>;
export type Explanation = ResponseBody<'/api/account/explanation', 'get'>;
export type BalanceHistory = ResponseBody<'/api/account/balance-history', 'get'>;
export type LedgerEvent = ResponseBody<'/api/admin/event-history/events', 'get'>['items'][number];
export type LedgerEventDetail = ResponseBody<'/api/admin/event-history/events/{position}', 'get'>;
export type BalanceAt = ResponseBody<'/api/admin/event-history/accounts/{account}/balance', 'get'>;
export type ChainStatus = ResponseBody<'/api/admin/event-history/chain', 'get'>;
export type Verification = NonNullable<ChainStatus['latest']>;
export type EventPerson = ResponseBody<'/api/admin/event-history/people', 'get'>[number];
export type AccessEntry = ResponseBody<'/api/admin/access-log', 'get'>['items'][number];
