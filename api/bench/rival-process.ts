import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { feeCentsOf } from '@moniker/common/fee.js';
import type { OpenRival, Rival } from '../../infra/rivals/rival.js';
import { allAccountIds, createAccountIds } from './accounts.js';
import { CorrectnessError } from './checks.js';
import type { WriteTransfer } from './load.js';
import { createLocalContender } from './local-contender.js';
import { newId } from '../src/platform/crypto/new-id.js';
import type { RivalMessage, WindowRequest } from './rival-contender.js';
import type { TransferRequest } from './transfer-source.js';
import { POOL_SIZE, CONTENDERS, type ContenderName } from './contenders.js';

/*
 * Runs one rival in its own process, because its libraries change the PostgreSQL driver's type parsers for the whole
 * process. The first argument is the rival's name, and RIVAL_URL is its database's URL. The parent process requests
 * each window.
 */

const ADAPTERS = path.join(import.meta.dirname, '../../../../infra/rivals');

async function main(): Promise<void> {
  const name = CONTENDERS.find((contender) => contender === process.argv[2]);
  if (name === undefined) throw new Error(`Unknown rival ${process.argv[2] ?? ''}`);
  const rival = await openRival(name);
  const accounts = createAccountIds();
  const streams = new Streams(rival);
  await Promise.all(
    allAccountIds(accounts).map((accountId) => streams.append(accountId, 'AccountOpened', { accountId })),
  );
  const contender = createLocalContender(name, {
    writeTransfer: writeThroughRival(streams),
    accounts,
    readTotals: async () => {
      const events = await rival.count();
      // Only the increase within a window counts. The accounts are already open, so each new event is a transfer of
      // one cent.
      return { transfers: events, heldCents: events };
    },
    close: () => rival.close(),
  });
  // follow-parent.mjs unrefs the channel. This process waits for messages, so the channel must keep it alive.
  process.channel?.ref();
  process.on('message', ({ scenario, load }: WindowRequest) => {
    contender.runWindow(scenario, load).then(
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

/** Writes a transfer as one event with ids, amounts and texts, because a rival has no tables for texts. */
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
 * One stream per account. Within a stream, events are appended one at a time, each with the expected version, which is
 * counted here. A rival therefore never reads a stream first and never meets a conflict, which is its best case.
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
