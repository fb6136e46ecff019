import { DataSource, type EntityManager } from 'typeorm';
import { feeCentsOf } from '@moniker/common/fee.js';
import { DAILY_LIMIT_CENTS } from '@moniker/common/limits.js';
import { newId } from '../src/platform/crypto/new-id.js';
import type { WriteTransfer } from './load.js';
import { BaselineAccount, BaselineIdempotencyKey, BaselineTransfer } from './baseline-entities.js';
import type { TransferRequest } from './transfer-source.js';
import { POOL_SIZE } from './contenders.js';

const FUNDS_CENTS = 100_000_000;

/** Creates the baseline's tables in a separate schema of the ledger's database, and inserts funded accounts. */
export async function openBaselineDatabase(url: string, accountIds: readonly string[]): Promise<DataSource> {
  const dataSource = await new DataSource({
    type: 'postgres',
    url,
    entities: [BaselineAccount, BaselineTransfer, BaselineIdempotencyKey],
    poolSize: POOL_SIZE,
    // Connections stay open between measurement windows, so no window includes the time to open them.
    extra: { idleTimeoutMillis: 0 },
  }).initialize();
  await dataSource.query('create schema baseline');
  await dataSource.synchronize();
  const funded = { postedCents: FUNDS_CENTS, heldCents: 0, outgoingDay: null, outgoingDayCents: 0 };
  await dataSource.manager.insert(
    BaselineAccount,
    accountIds.map((id) => ({ id, ...funded })),
  );
  return dataSource;
}

/**
 * Writes transfers as an ordinary TypeORM service would: one transaction per transfer, with the account's row locked
 * from the check to the commit. To keep the number of statements low, the transaction calls `insert` and `update`
 * instead of `save`, which selects first. The recipient is in the transfer's row. A repeated idempotency key violates
 * the primary key of the table of idempotency keys.
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

/**
 * The account's bank day and its outgoing total on that day, including this transfer. As in the ledger, the day never
 * moves backward.
 */
function nextOutgoing(account: BaselineAccount, { bankDay, amountCents }: TransferRequest) {
  const currentDay = account.outgoingDay;
  if (currentDay === null || bankDay > currentDay)
    return { outgoingDay: bankDay, outgoingDayCents: amountCents };
  return { outgoingDay: currentDay, outgoingDayCents: account.outgoingDayCents + amountCents };
}
