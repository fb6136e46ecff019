import { randomUUID } from 'node:crypto';
import { TRANSACTION_STATUSES } from '@moniker/common/transactions.js';
import { createLedgerWriter } from '../../src/ledger/create-ledger-writer.js';
import type { LedgerCommand } from '../../src/ledger/domain/commands.js';
import { credit, openAccount, type StoredEvent, transfer } from '../ledger/ledger.fixtures.js';
import type { HttpClient, TestDatabase } from '../harness/index.js';
import { TEST_SIGNER } from '../harness/writer-key.js';

export const PATH = '/api/admin/event-history';

export interface EventItem {
  position: number;
  recordedAt: string;
  type: string;
  text: string;
  actor: { role: string; recorded: string; person: { id: string; name: string } | null };
  customer: { id: string; name: string; email: string | null } | null;
  transactionId: string | null;
}

export interface EventsPage {
  items: EventItem[];
  nextCursor: string | null;
  total?: number;
}

export interface Verification {
  id: string;
  status: string;
  requestedBy: { name: string } | null;
  position: number;
  total: number;
  findings: { check: string; position: number | null; what: string }[];
  failure: string | null;
}

export interface Chain {
  position: number;
  indexLag: number;
  latest: Verification | null;
  lastResult: Verification | null;
}

/**
 * The users in a random story (a sequence of ledger commands): two existing customers, an admin, and a customer whose
 * account the story opens and closes.
 */
export interface StoryUsers {
  readonly alice: string;
  readonly bob: string;
  readonly admin: string;
  readonly gone: string;
}

/** A seeded random number generator (mulberry32), so a failure is reproducible. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below) | 0;
  };
}

/**
 * Opens the account of `gone`, submits `count` random commands and closes the account. The ledger is meant to refuse
 * some of the commands.
 */
export async function writeRandomStory(
  database: TestDatabase,
  users: StoryUsers,
  count: number,
): Promise<void> {
  const random = randomFrom(20261120);
  const pick = <Value>(values: readonly [Value, ...Value[]]): Value =>
    values[random(values.length)] ?? values[0];
  const writer = createLedgerWriter(database.appUrl, TEST_SIGNER);
  const transactions: [string, ...string[]] = [randomUUID()];
  const submit = (command: LedgerCommand, actor: string, correlationId: string) => {
    if ('transactionId' in command) transactions.push(command.transactionId);
    return writer.submit({ command, context: { actor, correlationId } });
  };
  const command = (): readonly [LedgerCommand, string] => {
    const customer = pick([users.alice, users.bob, users.gone]);
    const transactionId = randomUUID();
    const status = pick(TRANSACTION_STATUSES);
    const admin = `user:${users.admin}`;
    const textsDigest = 'digest';
    switch (random(8)) {
      case 0:
      case 1:
        return [transfer(customer, 1 + random(50_00)), `user:${customer}`];
      case 2:
        return [credit(customer, 1 + random(90_00)), admin];
      case 3:
        return [
          {
            type: 'CreateIncomingPayment',
            transactionId,
            accountId: customer,
            amountCents: 1_00,
            status,
            textsDigest,
          },
          pick([admin, 'system']),
        ];
      case 4:
        return [
          {
            type: 'AdjustBalance',
            transactionId,
            accountId: customer,
            balanceCents: 1_000_00 + random(9),
            textsDigest,
          },
          admin,
        ];
      case 5:
        return [
          {
            type: 'RecordAudit',
            stream: `kyc:${transactionId}`,
            event: { type: 'SsnRead', payload: { kycId: transactionId, userId: customer } },
          },
          admin,
        ];
      default: {
        const notesDigest = random(4) === 0 ? 'notes' : null;
        const review = { transactionId: pick(transactions), notesDigest, shownAt: null };
        return [{ type: 'ReviewTransaction', status, ...review }, pick([admin, 'system'])];
      }
    }
  };
  try {
    await submit(openAccount(users.gone), 'system', randomUUID());
    for (let submitted = 0; submitted < count; submitted += 1) {
      const [next, actor] = command();
      await submit(next, actor, `request-${Math.floor(submitted / 3)}`);
    }
    await submit({ type: 'CloseAccount', accountId: users.gone }, `user:${users.admin}`, randomUUID());
  } finally {
    await writer.close();
  }
}

/** Applies the filter rules to the whole log, independently of the index and SQL. Returns positions, newest first. */
export function filterNaively(
  events: readonly StoredEvent[],
  query: Readonly<Record<string, string>>,
): number[] {
  const { customer, account, transaction, type, role, actor, correlation } = query;
  const matching = events.filter((event) => {
    const payload = JSON.parse(event.payload) as {
      accountId?: string;
      userId?: string;
      transactionId?: string;
      entries?: { accountId: string }[];
    };
    const customerId = payload.accountId ?? payload.userId;
    const isOwn = event.actor === `user:${customerId ?? ''}`;
    const actorRole = !event.actor.startsWith('user:') ? 'system' : isOwn ? 'customer' : 'admin';
    const accounts = [
      ...(event.stream.startsWith('account:') ? [event.stream.slice('account:'.length)] : []),
      ...(payload.entries ?? []).map(({ accountId }) => accountId),
    ];
    return (
      (customer === undefined || customerId === customer) &&
      (account === undefined || accounts.includes(account)) &&
      (transaction === undefined || payload.transactionId === transaction) &&
      (type === undefined || event.type === type) &&
      (role === undefined || actorRole === role) &&
      (actor === undefined || event.actor === `user:${actor}`) &&
      (correlation === undefined || event.correlation_id === correlation)
    );
  });
  return matching.map(({ position }) => position).reverse();
}

/** Reads all pages of a list, in order. `between` runs before each page but the first. */
export async function allPages(
  client: HttpClient,
  search: string,
  between?: () => Promise<unknown>,
): Promise<EventsPage[]> {
  const read = async (cursor: string): Promise<EventsPage> => {
    const answer = await client.get<EventsPage>(`${PATH}/events?${search}${cursor}`);
    if (answer.status !== 200) throw new Error(`reading a page failed: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const pages = [await read('')];
  for (let next = pages[0]?.nextCursor; next; next = pages.at(-1)?.nextCursor) {
    await between?.();
    pages.push(await read(`&cursor=${next}`));
  }
  return pages;
}

export function positionsOf(pages: readonly EventsPage[]): number[] {
  return pages.flatMap(({ items }) => items.map(({ position }) => position));
}
