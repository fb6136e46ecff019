import { DataSource, type EntityManager } from 'typeorm';
import { DAILY_LIMIT_CENTS } from '../src/ledger/domain/decide.js';
import { feeCentsOf } from '../src/ledger/domain/money.js';
import { newId } from '../src/platform/crypto/new-id.js';
import type { WriteTransfer } from './load.js';
import { BaselineAccount, BaselineIdempotencyKey, BaselineTransfer } from './baseline-entities.js';
import type { TransferRequest } from './transfer-source.js';
import { POOL_SIZE } from './contenders.js';

const FUNDS_CENTS = 100_000_000;

/** The tables of the ordinary way, in a schema of their own beside the ledger's. */
export async function openBaselineDatabase(url: string, accountIds: readonly string[]): Promise<DataSource> {
  const dataSource = await new DataSource({
    type: 'postgres',
    url,
    entities: [BaselineAccount, BaselineTransfer, BaselineIdempotencyKey],
    poolSize: POOL_SIZE,
    // Connections stay open between two windows, so that no window begins with opening them.
    extra: { idleTimeoutMillis: 0 },
  }).initialize();
  await dataSource.query('create schema ordinary');
  await dataSource.synchronize();
  const funded = { postedCents: FUNDS_CENTS, heldCents: 0, outgoingDay: null, outgoingDayCents: 0 };
  await dataSource.manager.insert(
    BaselineAccount,
    accountIds.map((id) => ({ id, ...funded })),
  );
  return dataSource;
}

/**
 * The same transfer the ordinary way: one transaction each, with the account's row locked from the check to the
 * commit. No more statements than the effect needs: `insert` and `update` instead of `save`, which would select
 * first, the recipient in the transfer's own row, and the primary key finds out a repeated idempotency key.
 */
export function writeThroughBaseline(dataSource: DataSource): WriteTransfer {
  return (request) => dataSource.transaction((manager) => insertTransfer(manager, request));
}

async function insertTransfer(manager: EntityManager, request: TransferRequest): Promise<void> {
  const { accountId, amountCents, texts, idempotency } = request;
  const account = await manager.findOneOrFail(BaselineAccount, {
    where: { id: accountId },
    lock: { mode: 'pessimistic_write' },
  });
  const outgoing = nextOutgoing(account, request);
  if (outgoing.outgoingDayCents > DAILY_LIMIT_CENTS) throw new Error('daily limit exceeded');
  if (amountCents > account.postedCents - account.heldCents) throw new Error('insufficient funds');
  const id = newId();
  await manager.insert(BaselineTransfer, {
    id,
    accountId,
    status: 'pending',
    amountCents,
    feeCents: feeCentsOf(amountCents),
    category: request.category,
    bankDay: outgoing.outgoingDay,
    ...texts,
  });
  await manager.update(BaselineAccount, accountId, {
    heldCents: account.heldCents + amountCents,
    ...outgoing,
  });
  await manager.insert(BaselineIdempotencyKey, {
    actor: `user:${accountId}`,
    ...idempotency,
    transferId: id,
  });
}

/** What will have left the account on its bank day; the day never steps back (as in the ledger). */
function nextOutgoing(account: BaselineAccount, { bankDay, amountCents }: TransferRequest) {
  const known = account.outgoingDay;
  if (known === null || bankDay > known) return { outgoingDay: bankDay, outgoingDayCents: amountCents };
  return { outgoingDay: known, outgoingDayCents: account.outgoingDayCents + amountCents };
}
