import { describe, expect, it } from '@jest/globals';
import type { SequencedEvent } from './events.js';
import { apply } from './apply.js';
import {
  ALICE,
  aliceWith,
  BOB,
  cancel,
  closeAlice,
  credit,
  dollars,
  freezeAlice,
  InMemoryLedger,
  setStatus,
  transfer,
  txn,
  unfreezeAlice,
} from './in-memory-ledger.fixtures.js';

const statusOf = (ledger: InMemoryLedger) => ledger.state.accounts.get(ALICE)?.status;

describe('a frozen account', () => {
  it('refuses transfers until it is unfrozen [TRF-41]', () => {
    const ledger = aliceWith(dollars(100)).execute(freezeAlice);
    expect(ledger.expectRefused(transfer(txn(1), 100))).toEqual({ code: 'ACCOUNT_FROZEN' });
    ledger.execute(unfreezeAlice, transfer(txn(1), 100));
    expect(statusOf(ledger)).toBe('open');
  });

  it('still receives money and allows earlier transfers to be decided or canceled [TRF-41]', () => {
    const ledger = aliceWith(dollars(100)).execute(
      transfer(txn(1), 100),
      transfer(txn(2), 200),
      freezeAlice,
      credit(txn(3), 300),
      setStatus(txn(1), 'completed'),
      cancel(txn(2)),
    );
    expect(ledger.balance(ALICE).available).toBe(dollars(100) - 100 + 300);
    expect(statusOf(ledger)).toBe('frozen');
  });

  it('can be frozen again, to change whether sign-in is allowed', () => {
    const ledger = aliceWith(0).execute(freezeAlice);
    const [event] = ledger.expectAccepted({ ...freezeAlice, signIn: 'allowed' } as typeof freezeAlice);
    expect(event).toMatchObject({ type: 'AccountFrozen', stream: `user:${ALICE}`, version: 2 });
  });

  it('can be closed, and stays closed', () => {
    const ledger = aliceWith(dollars(1)).execute(freezeAlice, closeAlice);
    expect(ledger.expectRefused(unfreezeAlice)).toEqual({ code: 'ACCOUNT_CLOSED' });
    expect(ledger.expectRefused(freezeAlice)).toEqual({ code: 'ACCOUNT_CLOSED' });
    const late = { userId: ALICE, reason: 'other' };
    const event = { type: 'AccountUnfrozen', payload: late, stream: `user:${ALICE}`, version: 2 } as const;
    apply(ledger.state, { ...event, position: 99, recordedAt: new Date() });
    expect(statusOf(ledger)).toBe('closed');
  });
});

describe('a freeze', () => {
  it('needs an account, and an unfreeze needs a frozen account', () => {
    expect(new InMemoryLedger().expectRefused(freezeAlice)).toEqual({ code: 'ACCOUNT_NOT_FOUND' });
    expect(aliceWith(0).expectRefused(unfreezeAlice)).toEqual({ code: 'ACCOUNT_NOT_FROZEN' });
  });

  it('does not change the account’s version, because its event is in the user’s stream', () => {
    const ledger = aliceWith(0).execute(freezeAlice);
    expect(ledger.state.accounts.get(ALICE)).toMatchObject({ status: 'frozen', version: 1 });
    ledger.execute(credit(txn(1), 100));
    expect(ledger.state.accounts.get(ALICE)).toMatchObject({ status: 'frozen', version: 2 });
  });

  it('recorded before freezes were ledger commands still freezes an existing account, but never creates a missing one', () => {
    const frozen = (userId: string): SequencedEvent => ({
      ...{ type: 'AccountFrozen', payload: { userId, reason: 'other', signIn: 'blocked' } },
      ...{ stream: `user:${userId}`, version: 1, position: 9, recordedAt: new Date() },
    });
    const ledger = aliceWith(dollars(1));
    apply(ledger.state, frozen(ALICE));
    apply(ledger.state, frozen(BOB));
    expect(ledger.expectRefused(transfer(txn(1), 1))).toEqual({ code: 'ACCOUNT_FROZEN' });
    expect(ledger.state.accounts.has(BOB)).toBe(false);
  });
});
