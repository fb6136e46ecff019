import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { OpenRival, Rival } from '../../infra/rivals/rival.js';
import { allAccountIds, createAccountIds } from './accounts.js';
import { CorrectnessError } from './checks.js';
import type { WriteTransfer } from './load.js';
import { createLocalContender } from './local-contender.js';
import { feeCentsOf } from '../src/ledger/domain/money.js';
import { newId } from '../src/platform/crypto/new-id.js';
import type { RivalMessage, WindowRequest } from './rival-contender.js';
import type { TransferRequest } from './transfer-source.js';
import { POOL_SIZE, CONTENDERS, type ContenderName } from './contenders.js';

/*
 * One rival in a process of its own: its libraries set the types of the PostgreSQL driver for the whole process. The
 * first argument is its name, RIVAL_URL its database. It answers each window that its parent asks for.
 */

const ADAPTERS = path.join(import.meta.dirname, '../../../../infra/rivals');

async function main(): Promise<void> {
  const name = CONTENDERS.find((way) => way === process.argv[2]);
  if (name === undefined) throw new Error(`there is no rival ${process.argv[2] ?? ''}`);
  const rival = await openRival(name);
  const accounts = createAccountIds();
  const streams = new Streams(rival);
  await Promise.all(
    allAccountIds(accounts).map((accountId) => streams.append(accountId, 'AccountOpened', { accountId })),
  );
  const way = createLocalContender(name, {
    transfer: writeThroughRival(streams),
    accounts,
    readTotals: async () => {
      const events = await rival.count();
      // Its events are all that it writes; each transfer in them holds one cent.
      return { transfers: events, heldCents: events };
    },
    close: () => rival.close(),
  });
  // The launcher of processes lets the channel not keep them alive; here it is what there is to wait for.
  process.channel?.ref();
  process.on('message', ({ scenario, load }: WindowRequest) => {
    way.runWindow(scenario, load).then(
      (window) => sendMessage({ window }),
      (error: unknown) => sendMessage(toErrorMessage(error)),
    );
  });
  sendMessage({ ready: true });
}

async function openRival(name: ContenderName): Promise<Rival> {
  const adapter = (await import(pathToFileURL(path.join(ADAPTERS, `${name}.mjs`)).href)) as {
    open: OpenRival;
  };
  return adapter.open(process.env['RIVAL_URL'] ?? '', POOL_SIZE);
}

/** A transfer as one event: the ids, the amounts and the texts, since there is no other place for them. */
function writeThroughRival(streams: Streams): WriteTransfer {
  return ({ accountId, amountCents, category, bankDay, texts, idempotency }: TransferRequest) =>
    streams.append(accountId, 'TransferRequested', {
      transactionId: newId(),
      accountId,
      amountCents,
      feeCents: feeCentsOf(amountCents),
      category,
      bankDay,
      ...texts,
      idempotencyKey: idempotency.key,
    });
}

/**
 * A stream for each account. Appends to one stream take turns, each with the version that the last one left: no
 * reading of the stream first, and no conflict that would have to be tried again. The best case of a rival.
 */
class Streams {
  private readonly streams = new Map<string, { version: number; last: Promise<void> }>();

  constructor(private readonly rival: Rival) {}

  append(accountId: string, type: string, data: Record<string, unknown>): Promise<void> {
    const stream = this.streams.get(accountId) ?? { version: 0, last: Promise.resolve() };
    this.streams.set(accountId, stream);
    stream.last = stream.last.then(async () => {
      await this.rival.append(`account-${accountId}`, stream.version, { id: newId(), type, data });
      stream.version += 1;
    });
    return stream.last;
  }
}

function toErrorMessage(error: unknown): RivalMessage {
  const message = error instanceof Error ? error.message : String(error);
  return { error: message, isWrong: error instanceof CorrectnessError };
}

function sendMessage(message: RivalMessage): void {
  process.send?.(message);
}

main().catch((error: unknown) => {
  sendMessage(toErrorMessage(error));
  process.exitCode = 1;
  process.disconnect();
});
