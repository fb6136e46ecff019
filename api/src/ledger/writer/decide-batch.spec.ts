import { describe, expect, it } from '@jest/globals';
import {
  ALICE,
  aliceWith,
  BOB,
  cancel,
  closeAlice,
  credit,
  setStatus,
  transfer,
  txn,
} from '../domain/in-memory-ledger.fixtures.js';
import type { LedgerCommand } from '../domain/commands.js';
import type { Head } from '../log/event-log.port.js';
import { eventHash } from '../log/hash-chain.js';
import { Batch } from './batch.js';
import type { BatchState } from './batch-state.js';
import { decideBatch } from './decide-batch.js';
import type { Submission } from './submission.js';

const NOON = new Date('2026-03-02T12:00:00.000Z');
const HEAD: Head = { position: 41, hash: Buffer.alloc(32, 7), recordedAt: NOON };

/** Alice has $100.00 after two events. */
function stateWithAlice(): BatchState {
  return { ledger: aliceWith(100_00).state, idempotencyRecords: new Map(), quarantined: new Set() };
}

function submitted(command: LedgerCommand, key?: string, fingerprint = 'same'): Submission {
  const context = { actor: 'user:1', correlationId: 'request', causationId: 'cause' };
  return key === undefined ? { command, context } : { command, context, idempotency: { key, fingerprint } };
}

function decideAll(submissions: Submission[], state = stateWithAlice(), now = NOON) {
  const batch = new Batch(HEAD, state);
  decideBatch(batch, submissions, now);
  const { outcomes, head, writes } = batch;
  return { outcomes, head, ...writes };
}

describe('decideBatch', () => {
  it('numbers events from the head and chains them [LED-4]', () => {
    const batch = decideAll([submitted(transfer(txn(1), 10_00)), submitted(transfer(txn(2), 20_00))]);
    expect(batch.events.map(({ position, version }) => [position, version])).toEqual([
      [42, 3],
      [43, 4],
    ]);
    let previous = HEAD.hash;
    for (const event of batch.events) {
      expect(event.hash).toEqual(eventHash(previous, event));
      previous = event.hash;
    }
    expect(batch.head).toEqual({ position: 43, hash: previous, recordedAt: NOON });
  });

  it('records actor, correlation id and causation id', () => {
    const [event] = decideAll([submitted(transfer(txn(1), 10_00))]).events;
    expect(event).toMatchObject({
      stream: `account:${ALICE}`,
      type: 'TransferRequested',
      payloadVersion: 2,
      recordedAt: NOON,
      actor: 'user:1',
      correlationId: 'request',
      causationId: 'cause',
    });
    expect(JSON.parse(event?.payload ?? '')).toMatchObject({ transactionId: txn(1), amountCents: 10_00 });
  });

  it('decides each command based on the state after the previous ones', () => {
    const { outcomes } = decideAll([
      submitted(transfer(txn(1), 60_00)),
      submitted(transfer(txn(2), 60_00)),
      submitted(transfer(txn(3), 40_00)),
      submitted(closeAlice),
      submitted(credit(txn(4), 1)),
    ]);
    const codes = outcomes.map((outcome) => (outcome.ok ? 'accepted' : outcome.refusal.code));
    expect(codes).toEqual(['accepted', 'INSUFFICIENT_FUNDS', 'accepted', 'accepted', 'ACCOUNT_CLOSED']);
  });

  it('keeps no event, text, key or change of a refused command', () => {
    const refused: Submission = {
      ...submitted(transfer(txn(1), 100_01), 'key'),
      texts: { kind: 'new', transactionId: txn(1), salt: 'salt', texts: { description: 'Rent' } },
    };
    const batch = decideAll([refused]);
    expect(batch).toMatchObject({ events: [], texts: [], head: HEAD });
    const { changes, usedKeys } = batch;
    expect([changes.entries.length, changes.accountIds.size, usedKeys.size]).toEqual([0, 0, 0]);
  });

  it('returns one receipt for all events of a command', () => {
    const { outcomes } = decideAll([
      submitted(transfer(txn(1), 10_00)),
      submitted(transfer(txn(2), 10_00)),
      submitted(closeAlice),
    ]);
    expect(outcomes[2]).toEqual({
      ok: true,
      replayed: false,
      receipt: { transactionId: null, firstPosition: 44, lastPosition: 46, recordedAt: NOON },
    });
  });
});

describe('a recipient whose row contradicts the log', () => {
  it('is not paid, and the sender does not notice [LED-31, TRF-69]', () => {
    const { state: ledger } = aliceWith(100_00).execute({ type: 'OpenAccount', accountId: BOB });
    const state: BatchState = { ledger, idempotencyRecords: new Map(), quarantined: new Set([BOB]) };
    const recipient = { accountId: BOB, paymentId: txn(9) };
    const paid = (id: string, paymentId: string): LedgerCommand => ({
      ...(transfer(id, 10_00) as Extract<LedgerCommand, { type: 'RequestTransfer' }>),
      recipient: { ...recipient, paymentId },
    });
    const { outcomes } = decideAll(
      [
        submitted(paid(txn(1), txn(8))),
        submitted(paid(txn(2), txn(9))),
        submitted(cancel(txn(1))),
        submitted(setStatus(txn(2), 'completed')),
      ],
      state,
    );
    expect(outcomes.map((outcome) => (outcome.ok ? 'accepted' : outcome.refusal))).toEqual([
      ...['accepted', 'accepted', 'accepted'],
      { code: 'ACCOUNT_QUARANTINED', accountId: BOB },
    ]);
  });
});

describe('the recorded time', () => {
  it('follows a clock that moves forward', () => {
    const later = new Date(NOON.getTime() + 1);
    expect(decideAll([submitted(transfer(txn(1), 1))], stateWithAlice(), later).head.recordedAt).toEqual(
      later,
    );
  });

  it('stays the same while the clock is behind the head [LED-15]', () => {
    const earlier = new Date(NOON.getTime() - 86_400_000);
    const batch = decideAll([submitted(transfer(txn(1), 1))], stateWithAlice(), earlier);
    expect(batch.head.recordedAt).toEqual(NOON);
    expect(batch.outcomes[0]).toMatchObject({ receipt: { recordedAt: NOON } });
  });
});

describe('an idempotency key', () => {
  it('has one effect and one receipt when used twice in one batch', () => {
    const batch = decideAll([
      submitted(transfer(txn(1), 10_00), 'key'),
      submitted(transfer(txn(2), 10_00), 'key'),
    ]);
    const [first, second] = batch.outcomes;
    if (first?.ok !== true) throw new Error('the first was refused');
    expect(second).toEqual({ ok: true, replayed: true, receipt: first.receipt });
    expect(batch.events).toHaveLength(1);
    expect([...batch.usedKeys.values()]).toEqual([
      { actor: 'user:1', key: 'key', fingerprint: 'same', ...first.receipt },
    ]);
  });

  it('is refused if it is used again with a different fingerprint', () => {
    const batch = decideAll([
      submitted(transfer(txn(1), 10_00), 'key', 'same'),
      submitted(transfer(txn(1), 10_00), 'key', 'other'),
    ]);
    expect(batch.outcomes[1]).toEqual({ ok: false, refusal: { code: 'IDEMPOTENCY_KEY_REUSED' } });
  });

  it('can be used again after a refusal', () => {
    const batch = decideAll([
      submitted(transfer(txn(1), 900_00), 'key'),
      submitted(transfer(txn(1), 9_00), 'key', 'other'),
    ]);
    expect(batch.outcomes.map(({ ok }) => ok)).toEqual([false, true]);
  });

  it('is stored for a command that changes nothing', () => {
    const same: LedgerCommand = {
      type: 'AdjustBalance',
      transactionId: txn(1),
      accountId: ALICE,
      balanceCents: 100_00,
      textsDigest: 'digest',
    };
    const batch = decideAll([submitted(same, 'key')]);
    expect(batch.events).toEqual([]);
    expect([...batch.usedKeys.values()]).toMatchObject([
      { key: 'key', firstPosition: null, lastPosition: null },
    ]);
  });
});
