import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { HttpResponse, HttpClient } from '../harness/index.js';
import { query, type TestDatabase } from '../harness/index.js';

export interface Transfer {
  id: string;
  amountCents: number;
  feeCents: number;
  netAmountCents: number;
  recipientAccount: string;
  status: string;
  createdAt: string;
}

export interface Summary {
  totalBalanceCents: number;
  availableBalanceCents: number;
  pendingBalanceCents: number;
  leftToSendTodayCents: number;
}

export interface ApiErrorBody {
  statusCode: number;
  code: string;
  message: string;
  withdrawalLimitExceeded?: true;
  fields?: string[];
}

/** A valid transfer request; tests override single fields. */
export const TRANSFER = {
  amount: 10,
  recipientName: 'Corner Greens',
  recipientAccount: '310447825',
  recipientRouting: '021000021',
  purpose: 'Grocery box',
} as const;

/** A valid KYC application without documents. */
export const KYC = {
  accountType: 'personal',
  firstName: 'Ada',
  lastName: 'Okafor',
  street: '1 Main Street',
  city: 'San Francisco',
  state: 'CA',
  zipCode: '94105',
  ssn: '219-09-9999',
} as const;

export function requestTransfer(
  client: HttpClient,
  fields: Record<string, unknown>,
  key?: string,
): Promise<HttpResponse<Transfer & ApiErrorBody>> {
  const headers = key === undefined ? {} : { 'idempotency-key': key };
  return client.post('/api/transfer/request', { ...TRANSFER, ...fields }, { headers });
}

export async function summaryOf(client: HttpClient): Promise<Summary> {
  return (await client.get<Summary>('/api/account/summary')).body;
}

export async function userIdOf(client: HttpClient): Promise<string> {
  return (await client.get<{ id: string }>('/api/auth/user')).body.id;
}

/** Sets a customer's balance so that `cents` are available on top of any holds. */
export async function setAvailableBalance(
  admin: HttpClient,
  customer: HttpClient,
  cents: number,
): Promise<void> {
  const { pendingBalanceCents } = await summaryOf(customer);
  const accountBalance = (pendingBalanceCents + cents) / 100;
  const response = await admin.put(`/api/admin/users/${await userIdOf(customer)}/balance`, {
    accountBalance,
  });
  if (response.status !== 200) throw new Error(`the balance was not set: ${JSON.stringify(response.body)}`);
}

export async function headOf(database: TestDatabase): Promise<number> {
  const rows = await query<{ position: string }>(database.superUrl, 'select position from ledger_head');
  return Number(rows[0]?.position);
}

/** Marks a user as deleted in a transaction that stays open until `commit` is called. */
export async function startDeletion(
  { superUrl }: TestDatabase,
  userId: string,
): Promise<{ commit(): Promise<void> }> {
  const client = new pg.Client({ connectionString: superUrl });
  await client.connect();
  await client.query('begin');
  await client.query(`update app_user set status = 'deleted', deleted_at = now() where id = $1`, [userId]);
  return {
    commit: async () => {
      await client.query('commit');
      await client.end();
    },
  };
}

export function countByStatus(responses: readonly HttpResponse[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of responses) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

/** Inserts a pending account request, as submitting a KYC application does, and returns its id. */
export async function requestAccount(database: TestDatabase, userId: string): Promise<string> {
  const id = randomUUID();
  await query(
    database.superUrl,
    `insert into account_request (id, user_id, account_type, status, created_at)
     values ($1, $2, 'personal', 'pending', now())`,
    [id, userId],
  );
  return id;
}
