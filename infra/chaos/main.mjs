// @ts-check
import { mkdtempSync, rmSync, chmodSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { say, step } from '../local/output.mjs';
import { inRoot } from '../local/paths.mjs';
import { poll } from '../local/wait.mjs';
import { Bank } from './bank.mjs';
import { FAULTS } from './faults.mjs';
import { Random } from './random.mjs';
import { tableOf } from './report.mjs';
import { KEY, Workload } from './workload.mjs';

/** @typedef {import('./options.mjs').Options} Options */
/** @typedef {import('./report.mjs').Row} Row */

const APIS = 3;
/** Time without a fault before and after each. */
const CALM_MS = 2_000;
/** How long the run waits for unsent mail. */
const MAIL_MS = 60_000;
const MAIL_POLL_MS = 1_000;

/** What the log and the texts say about the operations of the workload. */
const STORED = `select x.description, x.purpose, x.admin_notes, e.type, e.payload::json ->> 'transactionId' as id
  from ledger_event e join ledger_transaction_text x on x.transaction_id::text = e.payload::json ->> 'transactionId'
  where e.type in ('CreditRecorded', 'TransferRequested', 'TransactionStatusChanged')`;
const COUNT_MAIL = `select count(*) filter (where sent_at is null and failed_at is null)::int as waiting,
  count(sent_at)::int as sent, count(failed_at)::int as failed from outbox`;

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
  const started = Date.now();
  await workload.start(options.callers);
  const rounds = await runRounds(bank, workload, options);
  if (options.bug === 'older-copy') await step('Restoring an older copy', () => restoreOlderCopy(bank));
  await step('Waiting for the last acknowledgments', () => workload.stop());
  const { acknowledged } = workload.checker;
  say(`${((acknowledged * 1_000) / (Date.now() - started)).toFixed(0)} operations acknowledged per second`);
  return report(bank, workload, rounds, options);
}

/** Injects each fault in random order, again and again, until the time is over. At least once each. */
async function runRounds(
  /** @type {Bank} */ bank,
  /** @type {Workload} */ workload,
  /** @type {Options} */ { minutes, operations, faults, seed, bug },
) {
  const random = new Random(seed);
  const end = Date.now() + minutes * 60_000;
  const isOver = () => Date.now() >= end || workload.checker.acknowledged >= operations;
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
      if (isOver() && rounds.length >= faults.length) break;
    }
  } while (!isOver());
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
  const { checker, unexpected, serverErrors } = workload;
  await step('Comparing the log', () => readLog(bank, checker));
  const found = checker.discrepancies();
  const count = (/** @type {readonly string[]} */ keys, /** @type {string} */ fault) =>
    keys.filter((key) => checker.roundOf(key) === fault).length;
  const rows = faults.map((fault) => ({
    fault,
    rounds: rounds.filter((round) => round.fault === fault).length,
    operations: checker.acknowledgedIn(fault),
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
  const lostMail = await step('Waiting for the mail', () => compareMail(bank));
  console.log(
    `${checker.acknowledged} operations acknowledged, ${rounds.length} faults: ${sums.join(', ')}, ` +
      `${serverErrors} answers with 500, ${unexpected.length} unexpected, ${lostMail} mails lost`,
  );
  for (const line of unexpected.slice(0, 10)) console.log(`  ${line}`);
  const isComplete = Object.values(found).every((keys) => keys.length === 0);
  return isComplete && code === 0 && unexpected.length === 0 && lostMail === 0;
}

/** Passes the operations in the log to the checker. */
async function readLog(/** @type {Bank} */ bank, /** @type {Workload['checker']} */ checker) {
  for await (const rows of bank.pages(STORED)) {
    for (const { type, id, description, purpose, admin_notes: notes } of rows) {
      const key = type === 'CreditRecorded' ? description : type === 'TransferRequested' ? purpose : notes;
      if (typeof key === 'string' && KEY.test(key)) checker.store(key, String(id));
    }
  }
}

/**
 * Lets the worker send what waits for some time, and then compares the outbox with the mail server: of a long run, more waits
 * than anybody would wait for. Returns how many mails are lost: given up, or sent and not accepted. If some still wait and
 * none was sent meanwhile, all of these count as lost.
 */
async function compareMail(/** @type {Bank} */ bank) {
  const before = await countMail(bank);
  await poll(async () => (await countMail(bank)).waiting === 0, {
    timeoutMs: MAIL_MS,
    everyMs: MAIL_POLL_MS,
  });
  // Its last mail is then sent, and its row says so.
  await bank.stopWorker();
  const { waiting, sent, failed } = await countMail(bank);
  let missing = 0;
  for await (const rows of bank.pages('select id from outbox where sent_at is not null')) {
    missing += rows.filter(({ id }) => !bank.mail.has(String(id))).length;
  }
  say(`${sent} mails sent, ${bank.mail.copies} of them twice, ${waiting} still in the outbox`);
  return missing + failed + (sent > before.sent ? 0 : waiting);
}

/** @returns {Promise<{ waiting: number, sent: number, failed: number }>} */
async function countMail(/** @type {Bank} */ bank) {
  const [row] = await bank.query(COUNT_MAIL);
  return /** @type {any} */ (row);
}

function moduleOf(/** @type {Options['bug']} */ bug) {
  if (bug === null || bug === 'older-copy') return null;
  return pathToFileURL(inRoot('infra/chaos/bugs', `${bug}.mjs`)).href;
}
