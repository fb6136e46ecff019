// @ts-check
import { mkdtempSync, rmSync, chmodSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { say, step } from '../local/output.mjs';
import { inRoot } from '../local/paths.mjs';
import { Bank } from './bank.mjs';
import { compareOperations } from './checker.mjs';
import { FAULTS } from './faults.mjs';
import { Random } from './random.mjs';
import { tableOf } from './report.mjs';
import { Workload } from './workload.mjs';

/** @typedef {import('./options.mjs').Options} Options */
/** @typedef {import('./checker.mjs').Operation} Operation */
/** @typedef {import('./report.mjs').Row} Row */

const APIS = 3;
const CALLERS = 16;
/** Time without a fault before and after each. */
const CALM_MS = 2_000;

/** What the log and the texts say about the operations of the workload. */
const STORED = `select x.description, x.purpose, x.admin_notes, e.type, e.payload::json ->> 'transactionId' as id
  from ledger_event e join ledger_transaction_text x on x.transaction_id::text = e.payload::json ->> 'transactionId'
  where e.type in ('CreditRecorded', 'TransferRequested', 'TransactionStatusChanged')`;
const KEY = /^(credit|transfer|decision)-[0-9a-f-]{36}$/;

/**
 * Runs a workload against a bank while faults are injected, then checks that the log has every acknowledged operation once
 * and that `verify` finds nothing. Returns whether all is well.
 * @param {Options} options
 * @param {import('../local/shutdown.mjs').Shutdown} shutdown
 */
export async function chaos(options, shutdown) {
  const folder = mkdtempSync(path.join(tmpdir(), 'moniker-chaos-'));
  chmodSync(folder, 0o711);
  shutdown.add(() => rmSync(folder, { recursive: true, force: true }));
  const bank = new Bank(folder, moduleOf(options.bug));
  shutdown.add(() => bank.stop());
  await step(`Starting a bank with ${APIS} APIs`, () => bank.start(APIS));
  const workload = new Workload(bank.urls, options.seed);
  await workload.start(CALLERS);
  const rounds = await runRounds(bank, workload, options);
  if (options.bug === 'older-copy') await step('Restoring an older copy', () => restoreOlderCopy(bank));
  await step('Waiting for the last acknowledgments', () => workload.stop());
  return report(bank, workload, rounds, options);
}

/** Injects each fault in random order, again and again, until the time is over. At least once each. */
async function runRounds(
  /** @type {Bank} */ bank,
  /** @type {Workload} */ workload,
  /** @type {Options} */ { minutes, faults, seed, bug },
) {
  const random = new Random(seed);
  const end = Date.now() + minutes * 60_000;
  /** @type {{ fault: string, longestGapMs: number }[]} */
  const rounds = [];
  if (bug === 'older-copy') await takeOlderCopy(bank);
  do {
    for (const name of random.shuffle(faults)) {
      workload.round = name;
      await pause(CALM_MS);
      workload.takeLongestGap();
      await FAULTS[name]?.(bank, random);
      await pause(CALM_MS);
      const longestGapMs = workload.takeLongestGap();
      rounds.push({ fault: name, longestGapMs });
      say(`${name}: no acknowledgment for at most ${(longestGapMs / 1_000).toFixed(1)} s`);
      if (Date.now() >= end && rounds.length >= faults.length) break;
    }
  } while (Date.now() < end);
  return rounds;
}

async function takeOlderCopy(/** @type {Bank} */ bank) {
  await pause(CALM_MS);
  await bank.stopDatabase();
  await bank.copyDatabase();
  await bank.startDatabase();
}

async function restoreOlderCopy(/** @type {Bank} */ bank) {
  await bank.stopDatabase();
  await bank.restoreCopy();
  await bank.startDatabase();
}

async function report(
  /** @type {Bank} */ bank,
  /** @type {Workload} */ workload,
  /** @type {{ fault: string, longestGapMs: number }[]} */ rounds,
  /** @type {Options} */ { faults },
) {
  const { acknowledged, sent, unexpected, serverErrors } = workload;
  const found = compareOperations(acknowledged, await storedOperations(bank), sent);
  const roundOf = new Map(acknowledged.map(({ key, round }) => [key, round]));
  const count = (/** @type {readonly string[]} */ keys, /** @type {string} */ fault) =>
    keys.filter((key) => roundOf.get(key) === fault).length;
  const rows = faults.map((fault) => ({
    fault,
    rounds: rounds.filter((round) => round.fault === fault).length,
    operations: acknowledged.filter(({ round }) => round === fault).length,
    longestGapMs: Math.max(
      0,
      ...rounds.filter((round) => round.fault === fault).map(({ longestGapMs }) => longestGapMs),
    ),
    lost: count(found.lost, fault),
    doubled: count(found.doubled, fault),
    wrong: count(found.wrong, fault),
  }));
  console.log(`\n${tableOf(rows)}\n`);
  const { code, output } = await step('Verifying the ledger', () => bank.ledger('verify'));
  console.log(`\n${output.trim()}\n`);
  const sums = Object.entries(found).map(([name, keys]) => `${keys.length} ${name}`);
  console.log(
    `${acknowledged.length} operations acknowledged, ${rounds.length} faults: ${sums.join(', ')}, ` +
      `${serverErrors} answers with 500, ${unexpected.length} unexpected`,
  );
  for (const line of unexpected.slice(0, 10)) console.log(`  ${line}`);
  const isComplete = Object.values(found).every((keys) => keys.length === 0);
  return isComplete && code === 0 && unexpected.length === 0;
}

/** @returns {Promise<Operation[]>} */
async function storedOperations(/** @type {Bank} */ bank) {
  const rows = await bank.query(STORED);
  return rows.flatMap(({ type, id, description, purpose, admin_notes: notes }) => {
    const key = type === 'CreditRecorded' ? description : type === 'TransferRequested' ? purpose : notes;
    return typeof key === 'string' && KEY.test(key) ? [{ key, result: String(id) }] : [];
  });
}

function moduleOf(/** @type {Options['bug']} */ bug) {
  if (bug === null || bug === 'older-copy') return null;
  return pathToFileURL(inRoot('infra/chaos/bugs', `${bug}.mjs`)).href;
}
