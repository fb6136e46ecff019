import { describe, expect, it } from '@jest/globals';
import { ALICE, aliceWith, closeAlice, credit, transfer, txn } from '../domain/in-memory-ledger.fixtures.js';
import type { LedgerCommand } from '../domain/commands.js';
import type { Head } from '../log/event-log.port.js';
import { eventHash } from '../log/hash-chain.js';
import type { BatchState } from './batch-state.js';
import { decideBatch } from './decide-batch.js';
import type { Submission } from './submission.js';

const NOON = new Date('2026-03-02T12:00:00.000Z');
const HEAD: Head = { position: 41, hash: Buffer.alloc(32, 7), recordedAt: NOON };

/** Alice has $100.00, from two events. */
function aliceInState(): BatchState {
  return { ledger: aliceWith(100_00).state, idempotencyRecords: new Map() };
}

function submitted(command: LedgerCommand, key?: string, fingerprint = 'same'): Submission {
  const context = { actor: 'user:1', correlationId: 'request', causationId: 'cause' };
  return key === undefined ? { command, context } : { command, context, idempotency: { key, fingerprint } };
}

const prepare = (submissions: Submission[], state = aliceInState(), now = NOON) =>
  decideBatch(HEAD, state, submissions, now);

describe('a decided batch', () => {
  it('numbers its events from the head on and chains them [LED-4]', () => {
    const batch = prepare([submitted(transfer(txn(1), 10_00)), submitted(transfer(txn(2), 20_00))]);
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

  it('records who, in which request, and because of what', () => {
    const [event] = prepare([submitted(transfer(txn(1), 10_00))]).events;
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

  it('decides each command on what the ones before it left', () => {
    const { outcomes } = prepare([
      submitted(transfer(txn(1), 60_00)),
      submitted(transfer(txn(2), 60_00)),
      submitted(transfer(txn(3), 40_00)),
      submitted(closeAlice),
      submitted(credit(txn(4), 1)),
    ]);
    const codes = outcomes.map((outcome) => (outcome.ok ? 'accepted' : outcome.refusal.code));
    expect(codes).toEqual(['accepted', 'INSUFFICIENT_FUNDS', 'accepted', 'accepted', 'ACCOUNT_CLOSED']);
  });

  it('holds nothing of a refused command: no event, text, key or change', () => {
    const refused: Submission = {
      ...submitted(transfer(txn(1), 100_01), 'key'),
      texts: { kind: 'new', transactionId: txn(1), salt: 'salt', texts: { description: 'Rent' } },
    };
    const batch = prepare([refused]);
    expect(batch).toMatchObject({ events: [], texts: [], usedKeys: [], head: HEAD });
    expect([batch.changes.entries.length, batch.changes.accountIds.size]).toEqual([0, 0]);
  });

  it('gives a receipt of all the events of one command', () => {
    const { outcomes } = prepare([
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

describe('time', () => {
  it('is the clock’s while that goes forward', () => {
    const later = new Date(NOON.getTime() + 1);
    expect(prepare([submitted(transfer(txn(1), 1))], aliceInState(), later).head.recordedAt).toEqual(later);
  });

  it('stands still while the clock is behind the head [LED-15]', () => {
    const earlier = new Date(NOON.getTime() - 86_400_000);
    const batch = prepare([submitted(transfer(txn(1), 1))], aliceInState(), earlier);
    expect(batch.head.recordedAt).toEqual(NOON);
    expect(batch.outcomes[0]).toMatchObject({ receipt: { recordedAt: NOON } });
  });
});

describe('an idempotency key', () => {
  it('that comes twice in one batch has one effect, and the receipt again', () => {
    const batch = prepare([
      submitted(transfer(txn(1), 10_00), 'key'),
      submitted(transfer(txn(2), 10_00), 'key'),
    ]);
    const [first, second] = batch.outcomes;
    if (first?.ok !== true) throw new Error('the first was refused');
    expect(second).toEqual({ ok: true, replayed: true, receipt: first.receipt });
    expect(batch.events).toHaveLength(1);
    expect(batch.usedKeys).toEqual([
      { actor: 'user:1', key: 'key', fingerprint: 'same', receipt: first.receipt },
    ]);
  });

  it('with another fingerprint is refused, whatever the command', () => {
    const batch = prepare([
      submitted(transfer(txn(1), 10_00), 'key', 'same'),
      submitted(transfer(txn(1), 10_00), 'key', 'other'),
    ]);
    expect(batch.outcomes[1]).toEqual({ ok: false, refusal: { code: 'IDEMPOTENCY_KEY_REUSED' } });
  });

  it('of a refused command is free again', () => {
    const batch = prepare([
      submitted(transfer(txn(1), 900_00), 'key'),
      submitted(transfer(txn(1), 9_00), 'key', 'other'),
    ]);
    expect(batch.outcomes.map(({ ok }) => ok)).toEqual([false, true]);
  });

  it('is remembered of a command that changed nothing', () => {
    const same: LedgerCommand = {
      type: 'AdjustBalance',
      transactionId: txn(1),
      accountId: ALICE,
      balanceCents: 100_00,
      textsDigest: 'digest',
    };
    const batch = prepare([submitted(same, 'key')]);
    expect(batch.events).toEqual([]);
    expect(batch.usedKeys).toMatchObject([
      { key: 'key', receipt: { firstPosition: null, lastPosition: null } },
    ]);
  });
});
