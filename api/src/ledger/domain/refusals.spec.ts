import { describe, expect, it } from '@jest/globals';
import { SYSTEM_ACCOUNTS } from './accounts.js';
import type { LedgerCommand } from './commands.js';
import {
  adjust,
  ALICE,
  aliceWith,
  closeAlice,
  credit,
  dollars,
  incomingPayment,
  InMemoryLedger,
  setStatus,
  transfer,
  txn,
} from './in-memory-ledger.fixtures.js';

/** The commands that create a transaction of a given amount. An adjustment sets a balance instead. */
const creations = (amountCents: number): [string, LedgerCommand][] => [
  ['a transfer', transfer(txn(1), amountCents)],
  ['an incoming payment', incomingPayment(txn(1), amountCents)],
  ['a credit', credit(txn(1), amountCents)],
];

describe('an account', () => {
  it('is empty after the first event of its stream', () => {
    const ledger = new InMemoryLedger();
    const [event] = ledger.expectAccepted({ type: 'OpenAccount', accountId: ALICE });
    expect(event).toMatchObject({
      type: 'AccountOpened',
      stream: `account:${ALICE}`,
      version: 1,
      position: 1,
    });
    expect(ledger.balance(ALICE)).toEqual({ posted: 0, held: 0, available: 0 });
  });

  it('cannot be opened twice', () => {
    expect(aliceWith(0).expectRefused({ type: 'OpenAccount', accountId: ALICE })).toEqual({
      code: 'ACCOUNT_EXISTS',
    });
  });

  it('that belongs to the bank itself cannot be opened, and refuses every new transaction [LED-2]', () => {
    const ledger = aliceWith(dollars(10));
    for (const accountId of Object.values(SYSTEM_ACCOUNTS)) {
      expect(ledger.expectRefused({ type: 'OpenAccount', accountId })).toEqual({ code: 'ACCOUNT_EXISTS' });
      for (const [, command] of [...creations(1), ['an adjustment', adjust(txn(1), 1)] as const]) {
        expect(ledger.expectRefused({ ...command, accountId } as LedgerCommand)).toEqual({
          code: 'ACCOUNT_NOT_FOUND',
        });
      }
    }
  });

  it.each([...creations(1), ['an adjustment', adjust(txn(1), 1)] as const])(
    'that does not exist refuses %s',
    (_name, command) => {
      expect(new InMemoryLedger().expectRefused(command)).toEqual({ code: 'ACCOUNT_NOT_FOUND' });
    },
  );
});

describe('an amount', () => {
  const invalid = [0, -1, -100, 0.5, 1e9 + 1, 2 ** 53, Number.NaN, Number.POSITIVE_INFINITY];

  it.each(
    invalid.flatMap((cents) => creations(cents).map(([name, command]) => [cents, name, command] as const)),
  )('of %d cents is refused for %s', (_cents, _name, command) => {
    const ledger = aliceWith(dollars(10));
    expect(ledger.expectRefused(command)).toEqual({ code: 'AMOUNT_INVALID' });
    expect(ledger.events).toHaveLength(2);
  });
});

describe('a transaction id', () => {
  it.each([...creations(1), ['an adjustment', adjust(txn(1), 1)] as const])(
    'cannot be reused by %s',
    (_name, command) => {
      const ledger = aliceWith(dollars(10)).execute(credit(txn(1), 5));
      expect(ledger.expectRefused(command)).toEqual({ code: 'TRANSACTION_EXISTS' });
    },
  );
});

describe('an account that has changed', () => {
  it.each([
    ['a balance edit', adjust(txn(1), 1)],
    ['a closure', closeAlice],
    ['a transfer', transfer(txn(1), 1)],
  ])(
    'refuses %s based on an earlier version, and returns the current balance [ACC-16, AUTH-57]',
    (_name, command) => {
      const ledger = aliceWith(dollars(10));
      const [opened, credited] = ledger.events;
      expect(ledger.expectRefused({ ...command, expectedVersion: opened?.version } as LedgerCommand)).toEqual(
        {
          code: 'ACCOUNT_CHANGED',
          balanceCents: 10_00,
        },
      );
      ledger.expectAccepted({ ...command, expectedVersion: credited?.version } as LedgerCommand);
    },
  );
});

describe('a review', () => {
  it('is refused if the transaction does not exist', () => {
    expect(aliceWith(0).expectRefused(setStatus(txn(9), 'failed'))).toEqual({
      code: 'TRANSACTION_NOT_FOUND',
    });
  });

  it('based on an outdated revision is refused, and the refusal has the current status and the time of its last change', () => {
    const ledger = aliceWith(dollars(10)).execute(transfer(txn(1), dollars(5)));
    const approve = { ...setStatus(txn(1), 'completed'), expectedRevision: 1 } as LedgerCommand;
    const reject = { ...setStatus(txn(1), 'failed'), expectedRevision: 1 } as LedgerCommand;
    const [approved] = ledger.expectAccepted(approve);
    expect(ledger.expectRefused(reject)).toEqual({
      code: 'REVISION_STALE',
      status: 'completed',
      changedAt: approved?.recordedAt,
    });
    expect(ledger.balance(ALICE).posted).toBe(5_00);
  });

  it('is refused unless the status is the expected one, whatever the revision [TRF-26]', () => {
    const ledger = aliceWith(dollars(10)).execute(transfer(txn(1), dollars(5)));
    const approve = { ...setStatus(txn(1), 'completed'), expectedStatus: 'pending' } as LedgerCommand;
    const [approved] = ledger.expectAccepted(approve);
    expect(ledger.expectRefused(approve)).toEqual({
      code: 'REVISION_STALE',
      status: 'completed',
      changedAt: approved?.recordedAt,
    });
  });

  it('can change the notes and the shown date in one event, without moving money', () => {
    const ledger = aliceWith(dollars(10)).execute(transfer(txn(1), dollars(5)));
    const before = [ledger.balance(ALICE), ledger.systemBalances()];
    const [event] = ledger.expectAccepted({
      type: 'ReviewTransaction',
      transactionId: txn(1),
      status: 'pending',
      notesDigest: 'notes',
      shownAt: new Date('2026-02-28T12:00:00.000Z'),
    });
    expect(event).toMatchObject({
      type: 'TransactionAmended',
      payload: { transactionId: txn(1), notesDigest: 'notes', shownAt: '2026-02-28T12:00:00.000Z' },
    });
    expect([ledger.balance(ALICE), ledger.systemBalances()]).toEqual(before);
    expect(ledger.transaction(txn(1))).toMatchObject({
      revision: 2,
      status: 'pending',
      shownAt: new Date('2026-02-28T12:00:00.000Z'),
    });
  });

  it('that changes only the notes keeps the shown date', () => {
    const shownAt = new Date('2026-02-28T12:00:00.000Z');
    const review = { type: 'ReviewTransaction', transactionId: txn(0), status: null } as const;
    const ledger = aliceWith(dollars(10)).execute(
      { ...review, notesDigest: null, shownAt },
      { ...review, notesDigest: 'notes', shownAt: null },
    );
    expect(ledger.transaction(txn(0))).toMatchObject({ shownAt, revision: 3 });
  });

  it('that changes the status and the notes appends two events, the status change first', () => {
    const ledger = aliceWith(dollars(10)).execute(transfer(txn(1), dollars(5)));
    const events = ledger.expectAccepted({
      type: 'ReviewTransaction',
      transactionId: txn(1),
      status: 'completed',
      notesDigest: 'notes',
      shownAt: null,
    });
    expect(events.map(({ type, version }) => [type, version])).toEqual([
      ['TransactionStatusChanged', 4],
      ['TransactionAmended', 5],
    ]);
  });

  it('whose status change is refused does not change the notes', () => {
    const ledger = aliceWith(dollars(10)).execute(transfer(txn(1), dollars(5)));
    const refusal = ledger.expectRefused({
      type: 'ReviewTransaction',
      transactionId: txn(0),
      status: 'failed',
      notesDigest: 'notes',
      shownAt: null,
    });
    expect(refusal).toEqual({ code: 'REVERSAL_EXCEEDS_AVAILABLE', shortfallCents: 5_00 });
    expect(ledger.transaction(txn(0)).revision).toBe(1);
  });
});

describe('an audit event', () => {
  it('has a version in its own stream and moves no money', () => {
    const ledger = aliceWith(dollars(10));
    const read: LedgerCommand = {
      type: 'RecordAudit',
      stream: 'kyc:17',
      event: { type: 'SsnRead', payload: { kycId: '17', userId: '4' } },
    };
    const events = [...ledger.expectAccepted(read), ...ledger.expectAccepted(read)];
    expect(events.map(({ stream, version, position }) => [stream, version, position])).toEqual([
      ['kyc:17', 1, 3],
      ['kyc:17', 2, 4],
    ]);
    expect(ledger.balance(ALICE)).toEqual({ posted: 10_00, held: 0, available: 10_00 });
  });
});
