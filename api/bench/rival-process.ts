import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { OpenRival, Rival } from '../../infra/rivals/rival.js';
import { allOf, newAccounts } from './accounts.js';
import { CorrectnessError } from './checks.js';
import type { Transfer } from './load.js';
import { localWay } from './local-way.js';
import { feeCentsOf } from '../src/ledger/domain/money.js';
import { newId } from '../src/platform/crypto/new-id.js';
import type { RivalAnswer, RivalRequest } from './rival-way.js';
import type { TransferRequest } from './transfers.js';
import { POOL_SIZE, WAYS, type WayName } from './ways.js';

/*
 * One rival in a process of its own: its libraries set the types of the PostgreSQL driver for the whole process. The
 * first argument is its name, RIVAL_URL its database. It answers each window that its parent asks for.
 */

const ADAPTERS = path.join(import.meta.dirname, '../../../../infra/rivals');

async function main(): Promise<void> {
  const name = WAYS.find((way) => way === process.argv[2]);
  if (name === undefined) throw new Error(`there is no rival ${process.argv[2] ?? ''}`);
  const rival = await openRival(name);
  const accounts = newAccounts();
  const streams = new Streams(rival);
  await Promise.all(
    allOf(accounts).map((accountId) => streams.append(accountId, 'AccountOpened', { accountId })),
  );
  const way = localWay(name, {
    transfer: transferTo(streams),
    accounts,
    written: async () => {
      const events = await rival.count();
      // Its events are all that it writes; each transfer in them holds one cent.
      return { transfers: events, heldCents: events };
    },
    close: () => rival.close(),
  });
  // The launcher of processes lets the channel not keep them alive; here it is what there is to wait for.
  process.channel?.ref();
  process.on('message', ({ scenario, load }: RivalRequest) => {
    way.window(scenario, load).then(
      (window) => answer({ window }),
      (error: unknown) => answer(failure(error)),
    );
  });
  answer({ ready: true });
}

async function openRival(name: WayName): Promise<Rival> {
  const adapter = (await import(pathToFileURL(path.join(ADAPTERS, `${name}.mjs`)).href)) as {
    open: OpenRival;
  };
  return adapter.open(process.env['RIVAL_URL'] ?? '', POOL_SIZE);
}

/** A transfer as one event: the ids, the amounts and the texts, since there is no other place for them. */
function transferTo(streams: Streams): Transfer {
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

function failure(error: unknown): RivalAnswer {
  const message = error instanceof Error ? error.message : String(error);
  return { error: message, isWrong: error instanceof CorrectnessError };
}

function answer(message: RivalAnswer): void {
  process.send?.(message);
}

main().catch((error: unknown) => {
  answer(failure(error));
  process.exitCode = 1;
  process.disconnect();
});
