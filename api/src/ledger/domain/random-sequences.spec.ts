import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import fc from 'fast-check';
import { availableCentsOf, isSystemAccount } from './accounts.js';
import type { LedgerCommand, RecordCredit } from './commands.js';
import { apply, type AccountEntry } from './apply.js';
import { ReferenceModel } from './reference-model.fixtures.js';
import { ALICE, BOB, credit, dollars, InMemoryLedger, setStatus, txn } from './in-memory-ledger.fixtures.js';
import { anyCommand } from './random-commands.fixtures.js';
import { initialState, type LedgerState } from './state.js';
import { TRANSACTION_STATUSES } from './transactions.js';

const SEED = 20_260_302;
const ACCOUNTS = [ALICE, BOB];
const TRANSACTIONS = Array.from({ length: 20 }, (_, n) => txn(n));

/** Every refusal and every kind of event of money; a run that misses one of them proves little. */
const EVERYTHING = [
  'ACCOUNT_EXISTS',
  'ACCOUNT_CLOSED',
  'AMOUNT_INVALID',
  'INSUFFICIENT_FUNDS',
  'DAILY_LIMIT_EXCEEDED',
  'TRANSACTION_EXISTS',
  'TRANSACTION_NOT_FOUND',
  'TRANSACTION_FINAL',
  'REVERSAL_EXCEEDS_AVAILABLE',
  'BALANCE_BELOW_HELD',
  'TransferRequested',
  'IncomingPaymentCreated',
  'CreditRecorded',
  'TransactionStatusChanged',
  'TransactionAmended',
  'BalanceAdjusted',
  'AccountClosed',
];

const sequence = fc
  .array(anyCommand(ACCOUNTS, TRANSACTIONS), { minLength: 20, maxLength: 80, size: 'max' })
  .map((commands): LedgerCommand[] => [
    ...ACCOUNTS.map((accountId) => ({ type: 'OpenAccount' as const, accountId })),
    { ...(credit('d0000000-0000-4000-8000-000000000001', dollars(3_000)) as RecordCredit), accountId: BOB },
    ...commands,
  ]);

function holdsFor(runs: number, check: (commands: LedgerCommand[]) => void): void {
  fc.assert(fc.property(sequence, check), { seed: SEED, numRuns: runs });
}

const contentsOf = (state: LedgerState) => ({
  accounts: [...state.accounts.values()].sort((a, b) => (a.accountId < b.accountId ? -1 : 1)),
  transactions: [...state.transactions.values()],
  streams: [...state.streamVersions],
});

function run(commands: readonly LedgerCommand[]): InMemoryLedger {
  const ledger = new InMemoryLedger();
  for (const command of commands) ledger.submit(command);
  return ledger;
}

function assertSound(ledger: InMemoryLedger): void {
  const accounts = [...ledger.state.accounts.values()];
  for (const account of accounts) {
    assert(isSystemAccount(account.accountId) || availableCentsOf(account) >= 0, 'available below zero');
    assert(account.heldCents >= 0 && (!isSystemAccount(account.accountId) || account.heldCents === 0));
  }
  assert.equal(
    accounts.reduce((sum, { postedCents }) => sum + postedCents, 0),
    0,
    'trial balance',
  );
}

function assertAsModelled(ledger: InMemoryLedger, model: ReferenceModel): void {
  for (const [accountId, { posted, held }] of model.balances()) {
    const { posted: actualPosted, held: actualHeld } = ledger.balance(accountId);
    assert.deepEqual([actualPosted, actualHeld], [posted, held], `balance of ${accountId}`);
  }
  for (const { transactionId, kind, status } of ledger.state.transactions.values()) {
    if (kind !== 'adjustment') assert.equal(status, model.statusOf(transactionId));
  }
}

describe(`random sequences of commands (seed ${SEED})`, () => {
  it('agree at every step with a model that knows only the rules [ACC-2]', () => {
    const seen = new Map<string, number>();
    const count = (what: string) => seen.set(what, (seen.get(what) ?? 0) + 1);
    holdsFor(1_500, (commands) => {
      const ledger = new InMemoryLedger();
      const model = new ReferenceModel();
      for (const command of commands) {
        const broken = model.brokenRules(command);
        const result = ledger.submit(command);
        if ('code' in result) {
          count(result.code);
          assert(
            broken.includes(result.code),
            `${command.type}: ${result.code}, expected [${broken.join()}]`,
          );
        } else {
          assert.deepEqual(broken, [], `${command.type} was accepted`);
          model.accept(command);
          result.forEach(({ type }) => count(type));
        }
        assertAsModelled(ledger, model);
        assertSound(ledger);
      }
    });
    for (const what of EVERYTHING)
      assert((seen.get(what) ?? 0) >= 50, `${what}: ${seen.get(what) ?? 0} times`);
  });

  it('change nothing where they are refused', () => {
    holdsFor(150, (commands) => {
      const ledger = new InMemoryLedger();
      for (const command of commands) {
        const before = JSON.stringify(contentsOf(ledger.state));
        const position = ledger.events.length;
        const result = ledger.submit(command);
        if ('code' in result || result.length === 0) {
          assert.equal(JSON.stringify(contentsOf(ledger.state)), before);
          assert.equal(ledger.events.length, position);
        }
      }
    });
  });

  it('give events whose entries sum to zero, gapless in each stream, and lines that add up [LED-2]', () => {
    holdsFor(200, (commands) => {
      const { events, entries, state } = run(commands);
      const versions = new Map<string, number>();
      for (const { stream, version, payload } of events) {
        assert.equal(version, (versions.get(stream) ?? 0) + 1);
        versions.set(stream, version);
        const entries = 'entries' in payload ? payload.entries : [];
        assert.equal(
          entries.reduce((sum, { amountCents }) => sum + amountCents, 0),
          0,
        );
      }
      const last = new Map<string, AccountEntry>();
      for (const line of entries) {
        const before = last.get(line.accountId);
        assert.equal(line.postedAfterCents, (before?.postedAfterCents ?? 0) + line.amountCents);
        assert.equal(line.heldAfterCents, (before?.heldAfterCents ?? 0) + line.holdCents);
        assert(line.accountVersion > (before?.accountVersion ?? 0));
        last.set(line.accountId, line);
      }
      for (const { accountId, postedCents, heldCents } of state.accounts.values()) {
        assert.equal(last.get(accountId)?.postedAfterCents ?? 0, postedCents);
        assert.equal(last.get(accountId)?.heldAfterCents ?? 0, heldCents);
      }
    });
  });

  it('replayed from their events give the same state and the same lines [LED-13]', () => {
    holdsFor(200, (commands) => {
      const ledger = run(commands);
      const stored = ledger.events.map((event) => ({
        ...event,
        payload: JSON.parse(JSON.stringify(event.payload)) as never,
      }));
      const state = initialState();
      const lines = stored.flatMap((event) => apply(state, event));
      assert.deepEqual(contentsOf(state), contentsOf(ledger.state));
      assert.deepEqual(lines, ledger.entries);
    });
  });

  it('give the same events each time', () => {
    holdsFor(100, (commands) => {
      assert.deepEqual(run(commands).events, run(commands).events);
    });
  });

  it('take back exactly what a status change did, entry by entry [TRF-14]', () => {
    let reversals = 0;
    holdsFor(200, (commands) => {
      const ledger = run(commands);
      for (const { transactionId, status } of [...ledger.state.transactions.values()]) {
        for (const other of TRANSACTION_STATUSES) {
          const before = [ledger.balance(ALICE), ledger.balance(BOB), ledger.systemBalances()];
          const [there] = attempt(ledger, setStatus(transactionId, other));
          if (there === undefined) continue;
          const [back] = attempt(ledger, setStatus(transactionId, status));
          assert(there.type === 'TransactionStatusChanged' && back?.type === 'TransactionStatusChanged');
          assert.deepEqual(amounts(back.payload.entries, -1), amounts(there.payload.entries, 1));
          assert.equal(back.payload.holdCents + there.payload.holdCents, 0);
          assert.deepEqual([ledger.balance(ALICE), ledger.balance(BOB), ledger.systemBalances()], before);
          reversals += 1;
        }
      }
    });
    assert(reversals > 1_000, `only ${reversals} reversals were tried`);
  });
});

function attempt(ledger: InMemoryLedger, command: LedgerCommand) {
  const result = ledger.submit(command);
  return 'code' in result ? [] : result;
}

function amounts(entries: readonly { accountId: string; amountCents: number }[], sign: 1 | -1) {
  return Object.fromEntries(entries.map(({ accountId, amountCents }) => [accountId, sign * amountCents]));
}
