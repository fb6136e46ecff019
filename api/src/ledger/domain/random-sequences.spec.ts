import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import fc from 'fast-check';
import { TRANSACTION_STATUSES } from '@moniker/common/transactions.js';
import { availableCentsOf, isSystemAccount } from './accounts.js';
import type { LedgerCommand, RecordCredit } from './commands.js';
import { apply, type AccountEntry } from './apply.js';
import { ReferenceModel } from './reference-model.fixtures.js';
import { ALICE, BOB, credit, dollars, InMemoryLedger, setStatus, txn } from './in-memory-ledger.fixtures.js';
import { anyCommand } from './random-commands.fixtures.js';
import { initialState, type LedgerState } from './state.js';

const SEED = 20_260_302;
const ACCOUNTS = [ALICE, BOB];
const TRANSACTIONS = Array.from({ length: 20 }, (_, n) => txn(n));

/** The refusals and event types that must each occur at least 50 times: a run without one of them proves little. */
const REQUIRED_RESULTS = [
  'ACCOUNT_EXISTS',
  'ACCOUNT_CLOSED',
  'ACCOUNT_FROZEN',
  'ACCOUNT_NOT_FROZEN',
  'AMOUNT_INVALID',
  'INSUFFICIENT_FUNDS',
  'DAILY_LIMIT_EXCEEDED',
  'TRANSACTION_EXISTS',
  'TRANSACTION_NOT_FOUND',
  'TRANSACTION_FINAL',
  'CANCELED_BY_CUSTOMER',
  'TRANSFER_NOT_PENDING',
  'REVERSAL_EXCEEDS_AVAILABLE',
  'BALANCE_BELOW_HELD',
  'OWN_RECIPIENT',
  'RECIPIENT_NOT_OPEN',
  'PAIRED',
  'TransferRequested',
  'IncomingPaymentCreated',
  'CreditRecorded',
  'TransactionStatusChanged',
  'TransferCanceled',
  'TransactionAmended',
  'BalanceAdjusted',
  'AccountClosed',
  'AccountFrozen',
  'AccountUnfrozen',
];

const sequence = fc
  .array(anyCommand(ACCOUNTS, TRANSACTIONS), { minLength: 20, maxLength: 80, size: 'max' })
  .map((commands): LedgerCommand[] => [
    ...ACCOUNTS.map((accountId) => ({ type: 'OpenAccount' as const, accountId })),
    { ...(credit('d0000000-0000-4000-8000-000000000001', dollars(3_000)) as RecordCredit), accountId: BOB },
    ...commands,
  ]);

function checkProperty(runs: number, check: (commands: LedgerCommand[]) => void): void {
  fc.assert(fc.property(sequence, check), { seed: SEED, numRuns: runs });
}

const snapshotOf = (state: LedgerState) => ({
  accounts: [...state.accounts.values()].sort((a, b) => (a.accountId < b.accountId ? -1 : 1)),
  transactions: [...state.transactions.values()],
  streams: [...state.streamVersions],
});

function run(commands: readonly LedgerCommand[]): InMemoryLedger {
  const ledger = new InMemoryLedger();
  for (const command of commands) ledger.submit(command);
  return ledger;
}

function assertInvariants(ledger: InMemoryLedger): void {
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

function assertMatchesModel(ledger: InMemoryLedger, model: ReferenceModel): void {
  for (const [accountId, { posted, held }] of model.balances()) {
    const { posted: actualPosted, held: actualHeld } = ledger.balance(accountId);
    assert.deepEqual([actualPosted, actualHeld], [posted, held], `balance of ${accountId}`);
  }
  for (const accountId of ACCOUNTS)
    assert.equal(ledger.state.accounts.get(accountId)?.status, model.accountStatusOf(accountId));
  for (const { transactionId, kind, status } of ledger.state.transactions.values()) {
    if (kind !== 'adjustment') assert.equal(status, model.statusOf(transactionId));
  }
}

describe(`random sequences of commands (seed ${SEED})`, () => {
  it('match the reference model after every command [ACC-2, TRF-62]', () => {
    const seen = new Map<string, number>();
    const count = (result: string) => seen.set(result, (seen.get(result) ?? 0) + 1);
    checkProperty(1_700, (commands) => {
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
        assertMatchesModel(ledger, model);
        assertInvariants(ledger);
      }
    });
    for (const result of REQUIRED_RESULTS)
      assert((seen.get(result) ?? 0) >= 50, `${result}: ${seen.get(result) ?? 0} times`);
  });

  it('leave the ledger unchanged when a command is refused', () => {
    checkProperty(150, (commands) => {
      const ledger = new InMemoryLedger();
      for (const command of commands) {
        const before = JSON.stringify(snapshotOf(ledger.state));
        const position = ledger.events.length;
        const result = ledger.submit(command);
        if ('code' in result || result.length === 0) {
          assert.equal(JSON.stringify(snapshotOf(ledger.state)), before);
          assert.equal(ledger.events.length, position);
        }
      }
    });
  });

  it('produce balanced events, account entries that add up, and stream versions without gaps [LED-2]', () => {
    checkProperty(200, (commands) => {
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
      for (const entry of entries) {
        const before = last.get(entry.accountId);
        assert.equal(entry.postedAfterCents, (before?.postedAfterCents ?? 0) + entry.amountCents);
        assert.equal(entry.heldAfterCents, (before?.heldAfterCents ?? 0) + entry.holdCents);
        assert(entry.accountVersion > (before?.accountVersion ?? 0));
        last.set(entry.accountId, entry);
      }
      for (const { accountId, postedCents, heldCents } of state.accounts.values()) {
        assert.equal(last.get(accountId)?.postedAfterCents ?? 0, postedCents);
        assert.equal(last.get(accountId)?.heldAfterCents ?? 0, heldCents);
      }
    });
  });

  it('produce the same state and account entries when replayed [LED-13]', () => {
    checkProperty(200, (commands) => {
      const ledger = run(commands);
      const stored = ledger.events.map((event) => ({
        ...event,
        payload: JSON.parse(JSON.stringify(event.payload)) as never,
      }));
      const state = initialState();
      const entries = stored.flatMap((event) => apply(state, event));
      assert.deepEqual(snapshotOf(state), snapshotOf(ledger.state));
      assert.deepEqual(entries, ledger.entries);
    });
  });

  it('never change the status of a transfer after its customer canceled it [TRF-28]', () => {
    let canceled = 0;
    checkProperty(300, (commands) => {
      const ledger = run(commands);
      const final = new Set<string>();
      for (const { type, payload } of ledger.events) {
        if (type === 'TransferCanceled') final.add(payload.transactionId);
        if (type === 'TransactionStatusChanged') assert(!final.has(payload.transactionId), 'revived');
      }
      for (const id of final) assert.equal(ledger.transaction(id).status, 'cancelled');
      canceled += final.size;
    });
    assert(canceled > 20, `only ${canceled} transfers were canceled`);
  });

  it('never lead to an accepted transfer from a frozen account [TRF-41]', () => {
    let refused = 0;
    checkProperty(300, (commands) => {
      const ledger = new InMemoryLedger();
      const frozen = new Set<string>();
      for (const command of commands) {
        const result = ledger.submit(command);
        if ('code' in result) {
          if (result.code === 'ACCOUNT_FROZEN') refused += 1;
          continue;
        }
        for (const { type, payload } of result) {
          if (type === 'AccountFrozen') frozen.add(payload.userId);
          if (type === 'AccountUnfrozen') frozen.delete(payload.userId);
          if (type === 'TransferRequested') assert(!frozen.has(payload.accountId), 'sent while frozen');
        }
      }
    });
    assert(refused > 50, `only ${refused} transfers were refused`);
  });

  it('produce the same events each time', () => {
    checkProperty(100, (commands) => {
      assert.deepEqual(run(commands).events, run(commands).events);
    });
  });

  it('allow every status change to be reversed exactly, entry by entry [TRF-14]', () => {
    let reversals = 0;
    checkProperty(200, (commands) => {
      const ledger = run(commands);
      for (const { transactionId, status } of [...ledger.state.transactions.values()]) {
        for (const other of TRANSACTION_STATUSES) {
          const before = [ledger.balance(ALICE), ledger.balance(BOB), ledger.systemBalances()];
          const [change] = attempt(ledger, setStatus(transactionId, other));
          if (change === undefined) continue;
          const [reversal] = attempt(ledger, setStatus(transactionId, status));
          assert(change.type === 'TransactionStatusChanged' && reversal?.type === 'TransactionStatusChanged');
          assert.deepEqual(amounts(reversal.payload.entries, -1), amounts(change.payload.entries, 1));
          assert.equal(reversal.payload.holdCents + change.payload.holdCents, 0);
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
