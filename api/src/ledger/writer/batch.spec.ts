import { describe, expect, it } from '@jest/globals';
import { ALICE, aliceWith, transfer, txn } from '../domain/in-memory-ledger.fixtures.js';
import { initialAccount } from '../domain/accounts.js';
import { initialState } from '../domain/state.js';
import { Batch } from './batch.js';
import { keyId, type BatchState } from './batch-state.js';
import { decideBatch } from './decide-batch.js';
import type { Submission } from './submission.js';

const NOON = new Date('2026-03-02T12:00:00.000Z');
const context = { actor: 'user:1', correlationId: 'request' };

describe('Batch', () => {
  it('passes on to the next batch what it wrote, not what it only read', () => {
    const { state: ledger } = aliceWith(100_00);
    ledger.accounts.set('read', initialAccount('read'));
    ledger.streamVersions.set('user:read', 1);
    const batch = new Batch(
      { position: 41, hash: Buffer.alloc(32), recordedAt: NOON },
      { ledger, idempotencyRecords: new Map(), quarantined: new Set() },
    );
    const submissions: Submission[] = [
      { command: transfer(txn(1), 10_00), context, idempotency: { key: 'key', fingerprint: 'same' } },
      {
        command: {
          type: 'RecordAudit',
          stream: 'user:2',
          event: { type: 'UserDeleted', payload: { userId: '2' } },
        },
        context,
      },
    ];
    decideBatch(batch, submissions, NOON);
    batch.takeWrites();

    const next: BatchState = {
      ledger: initialState(),
      idempotencyRecords: new Map(),
      quarantined: new Set(),
    };
    batch.copyWritesTo(next);

    expect([...next.ledger.accounts]).toEqual([[ALICE, ledger.accounts.get(ALICE)]]);
    expect([...next.ledger.transactions.keys()]).toEqual([txn(1)]);
    expect([...next.ledger.streamVersions]).toEqual([['user:2', 1]]);
    expect(next.idempotencyRecords.get(keyId('user:1', 'key'))?.receipt).toMatchObject({
      transactionId: txn(1),
      firstPosition: 42,
    });
  });
});
