import assert from 'node:assert/strict';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { feeCentsOf } from '@moniker/common/fee.js';
import { OPEN_STATUSES, type TransactionStatus } from '@moniker/common/transactions.js';
import type { LedgerCommand } from './commands.js';
import { guardedChangeOf } from './events.js';
import {
  ALICE,
  aliceWith,
  BOB,
  cancel,
  dollars,
  setStatus,
  transfer,
  txn,
} from './in-memory-ledger.fixtures.js';

const PAYMENT = txn(100);
const START = dollars(5_000);

/** Alice has money, and Bob has an account. */
function ledgerOfTwo() {
  return aliceWith(START).execute({ type: 'OpenAccount', accountId: BOB });
}

function toBob(amountCents: number, transactionId = txn(1), paymentId = PAYMENT): LedgerCommand {
  return {
    ...transfer(transactionId, amountCents),
    recipient: { accountId: BOB, paymentId },
  } as LedgerCommand;
}

const amount = fc.integer({ min: 1, max: dollars(2_000) });
const notCompleted = fc.constantFrom<TransactionStatus>(...OPEN_STATUSES, 'failed', 'cancelled');

describe('a transfer to another customer', () => {
  it('pays the recipient exactly the net amount, earns the bank the fee and does not change the settlement balance [TRF-61, TRF-62]', () => {
    fc.assert(
      fc.property(amount, (amountCents) => {
        const ledger = ledgerOfTwo().execute(toBob(amountCents));
        const settled = ledger.systemBalances().settlement;
        assert.equal(ledger.balance(BOB).posted, 0);
        const events = ledger.expectAccepted(setStatus(txn(1), 'completed'));
        const feeCents = feeCentsOf(amountCents);
        assert.deepEqual(
          events.map(({ type, stream }) => [type, stream]),
          [
            ['TransactionStatusChanged', `account:${ALICE}`],
            ['IncomingPaymentCreated', `account:${BOB}`],
          ],
        );
        assert.equal(ledger.balance(BOB).posted, amountCents - feeCents);
        assert.deepEqual(ledger.balance(ALICE), {
          ...{ posted: START - amountCents, held: 0, available: START - amountCents },
        });
        const { settlement, fees } = ledger.systemBalances();
        assert.equal(settlement, settled);
        assert.equal(fees, feeCents);
        for (const { payload } of events) {
          const entries = 'entries' in payload ? payload.entries : [];
          assert.equal(
            entries.reduce((sum, entry) => sum + entry.amountCents, 0),
            0,
          );
        }
        const { status, amountCents: netCents, pairId } = ledger.transaction(PAYMENT);
        assert.deepEqual([status, netCents, pairId], ['completed', amountCents - feeCents, txn(1)]);
      }),
    );
  });

  it('restores every balance when it is reversed, however often [TRF-67]', () => {
    fc.assert(
      fc.property(amount, fc.array(notCompleted, { minLength: 1, maxLength: 4 }), (amountCents, ends) => {
        const ledger = ledgerOfTwo().execute(toBob(amountCents));
        const before = [ledger.systemBalances(), ledger.balance(BOB)];
        for (const end of ends) {
          ledger.execute(setStatus(txn(1), 'completed'), setStatus(txn(1), end));
          assert.deepEqual([ledger.systemBalances(), ledger.balance(BOB)], before);
          assert.equal(ledger.balance(ALICE).posted, START);
          assert.equal(ledger.transaction(PAYMENT).status, 'failed');
        }
      }),
    );
  });

  it('counts as one guarded change of the whole amount each time it is completed or reversed [TRF-63]', () => {
    const ledger = ledgerOfTwo().execute(toBob(dollars(100)));
    const changes = (status: TransactionStatus) =>
      ledger.expectAccepted(setStatus(txn(1), status)).flatMap((event) => guardedChangeOf(event) ?? []);
    const change = { subjectId: txn(1), amountCents: dollars(100) };
    expect(changes('completed')).toEqual([{ action: 'decision', ...change }]);
    expect(changes('failed')).toEqual([{ action: 'reversal', ...change }]);
    expect(changes('completed')).toEqual([{ action: 'decision', ...change }]);
  });

  it('is reversed only if the recipient still has the money; the refusal says how much is missing [TRF-67]', () => {
    const ledger = ledgerOfTwo().execute(toBob(dollars(100)), setStatus(txn(1), 'completed'));
    ledger.execute({ ...(transfer(txn(2), dollars(50)) as object), accountId: BOB } as LedgerCommand);
    expect(ledger.expectRefused(setStatus(txn(1), 'failed'))).toEqual({
      ...{ code: 'RECIPIENT_SHORT', shortfallCents: dollars(50) },
    });
    ledger.execute(cancel(txn(2), BOB), setStatus(txn(1), 'failed'));
    expect(ledger.balance(BOB).posted).toBe(0);
  });

  it('pays the recipient nothing while it is open, failed or canceled', () => {
    const ledger = ledgerOfTwo().execute(toBob(dollars(100)));
    for (const status of ['processing', 'failed', 'in_review', 'cancelled', 'pending'] as const) {
      expect(ledger.expectAccepted(setStatus(txn(1), status))).toHaveLength(1);
    }
    ledger.execute(cancel(txn(1)));
    expect(ledger.balance(BOB).posted).toBe(0);
    expect(ledger.state.transactions.has(PAYMENT)).toBe(false);
  });

  it('reaches a frozen recipient [TRF-41]', () => {
    const ledger = ledgerOfTwo().execute(toBob(dollars(100)));
    ledger.execute({ type: 'FreezeAccount', accountId: BOB, reason: 'other', signIn: 'allowed' });
    ledger.execute(setStatus(txn(1), 'completed'));
    expect(ledger.balance(BOB).posted).toBe(dollars(98));
  });

  it("cannot be completed or reversed once the recipient's account is closed [TRF-68]", () => {
    const close: LedgerCommand = { type: 'CloseAccount', accountId: BOB };
    const open = ledgerOfTwo().execute(toBob(dollars(100)), close);
    const refusal = { code: 'RECIPIENT_CLOSED' };
    expect(open.expectRefused(setStatus(txn(1), 'completed'))).toEqual({ ...refusal, isReversal: false });
    open.execute(setStatus(txn(1), 'failed'));
    const paid = ledgerOfTwo().execute(toBob(dollars(100)), setStatus(txn(1), 'completed'), close);
    expect(paid.expectRefused(setStatus(txn(1), 'failed'))).toEqual({ ...refusal, isReversal: true });
  });

  it("is treated like a transfer to another bank if the recipient's account was already closed [TRF-61]", () => {
    const ledger = ledgerOfTwo().execute({ type: 'CloseAccount', accountId: BOB }, toBob(dollars(100)));
    expect(ledger.transaction(txn(1))).toMatchObject({ recipientId: null, pairId: null });
    expect(ledger.expectAccepted(setStatus(txn(1), 'completed'))).toHaveLength(1);
  });

  it('is refused if it requires an open account and the recipient’s is closed [TRF-104]', () => {
    const closed = ledgerOfTwo().execute({ type: 'CloseAccount', accountId: BOB });
    const command = { ...toBob(dollars(100)), requiresOpenRecipient: true } as LedgerCommand;
    expect(closed.expectRefused(command)).toEqual({ code: 'RECIPIENT_NOT_OPEN' });
    ledgerOfTwo().execute(command);
  });

  it('is refused if it goes to the sender’s own account [TRF-65]', () => {
    const own = {
      ...transfer(txn(1), 100),
      recipient: { accountId: ALICE, paymentId: PAYMENT },
    } as LedgerCommand;
    expect(ledgerOfTwo().expectRefused(own)).toEqual({ code: 'OWN_RECIPIENT' });
  });

  it('keeps its date, and the recipient’s payment cannot be changed on its own [TRF-66]', () => {
    const ledger = ledgerOfTwo().execute(toBob(dollars(100)), setStatus(txn(1), 'completed'));
    const review = { type: 'ReviewTransaction', status: null, notesDigest: null, shownAt: null } as const;
    const alone: LedgerCommand[] = [
      setStatus(PAYMENT, 'failed'),
      setStatus(PAYMENT, 'completed'),
      { ...review, transactionId: PAYMENT, notesDigest: 'notes' },
      { ...review, transactionId: PAYMENT, shownAt: new Date(0) },
      { ...review, transactionId: txn(1), shownAt: new Date(0) },
    ];
    for (const command of alone) expect(ledger.expectRefused(command)).toEqual({ code: 'PAIRED' });
    ledger.execute({ ...review, transactionId: txn(1), notesDigest: 'notes' });
  });
});
