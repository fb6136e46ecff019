// @ts-check
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { say, seconds, step } from '../local/output.mjs';
import { inRoot } from '../local/paths.mjs';
import { poll } from '../local/wait.mjs';
import { Cluster } from '../ha/cluster.mjs';
import { Bank } from './bank.mjs';
import { Database } from './database.mjs';
import { CLUSTER_FAULTS, FAULTS } from './faults.mjs';
import { judgeRound } from './judge.mjs';
import { Random } from './random.mjs';
import { tableOf } from './report.mjs';
import { storedOperations } from './stored-operations.mjs';
import { Workload } from './workload.mjs';

/** @typedef {import('./options.mjs').Options} Options */
/** @typedef {import('./judge.mjs').Round} Round */
/** @typedef {import('./faults/fault.mjs').Scene} Scene */

const APIS = 3;
/** A network's name ends in a number below this, so the name has at most eleven characters. */
const MAX_NETWORKS = 10_000;
/** Time without a fault before and after each fault. */
const CALM_MS = 2_000;
/** How long a round waits after a fault for the next acknowledgment. */
const RECOVERY_MS = 120_000;
/** How long the run waits for unsent mail. */
const MAIL_MS = 60_000;
const MAIL_POLL_MS = 1_000;
/** A bank that fails this many times in a row is broken, and more faults would only hide why. */
const MAX_FAILED_IN_A_ROW = 3;
/** Maximum number of problems of each kind that are printed. */
const MAX_PRINTED = 20;

const COUNT_MAIL = `select count(*) filter (where sent_at is null and failed_at is null)::int as waiting,
  count(sent_at)::int as sent, count(failed_at)::int as failed from outbox`;

/**
 * Runs a workload against a bank while faults are injected, then checks that the log has every acknowledged operation
 * once and that `verify` finds nothing. Returns whether all is well. If not, keeps the data and the logs, unless the
 * run was interrupted or has a planted bug.
 * @param {Options} options
 * @param {import('../local/shutdown.mjs').Shutdown} shutdown
 */
export async function chaos(options, shutdown) {
  const folder = mkdtempSync(path.join(tmpdir(), 'moniker-chaos-'));
  chmodSync(folder, 0o711);
  let isKept = false;
  shutdown.add(() => {
    if (isKept) say(`The data and the logs of this run are kept in ${folder}`);
    else rmSync(folder, { recursive: true, force: true });
  });
  const bank = new Bank(folder, storeOf(options, folder), { ...options, bug: moduleOf(options.bug) });
  shutdown.add(() => bank.stop());
  let isWell = false;
  try {
    isWell = await run(bank, options);
    return isWell;
  } finally {
    isKept = !isWell && options.bug === null && !shutdown.signal.aborted;
  }
}

async function run(/** @type {Bank} */ bank, /** @type {Options} */ options) {
  await step(`Starting a bank with ${APIS} APIs`, () => bank.start(APIS));
  const workload = new Workload(bank.urls, options.seed);
  const started = Date.now();
  await workload.start(options.callers);
  const rounds = await runRounds(bank, workload, options);
  if (options.bug === 'older-copy') await step('Restoring an older copy', () => restoreOlderCopy(bank));
  const waiting = await step('Waiting for the last acknowledgments', () => workload.stop());
  say(progressOf(workload, started));
  return report(bank, { workload, rounds, waiting }, options);
}

/**
 * Injects the faults in random order, again and again, until the time is up or enough operations are acknowledged.
 * Each fault is injected at least once, unless three in a row fail.
 */
async function runRounds(
  /** @type {Bank} */ bank,
  /** @type {Workload} */ workload,
  /** @type {Options} */ { minutes, operations, faults, seed, bug },
) {
  const random = new Random(seed);
  const started = Date.now();
  const end = started + minutes * 60_000;
  const isOver = () => Date.now() >= end || workload.checker.acknowledged >= operations;
  /** @type {Round[]} */
  const rounds = [];
  let failedInARow = 0;
  if (bug === 'older-copy') await takeOlderCopy(bank);
  do {
    for (const name of random.shuffle(faults)) {
      const round = await runRound(name, { bank, random, workload });
      rounds.push(round);
      say(`${describe(round)}; ${progressOf(workload, started)}`);
      failedInARow = round.problem === null ? 0 : failedInARow + 1;
      if (failedInARow === MAX_FAILED_IN_A_ROW) return rounds;
      if (isOver() && rounds.length >= faults.length) break;
    }
  } while (!isOver());
  return rounds;
}

/** @returns {Promise<Round>} */
async function runRound(/** @type {string} */ fault, /** @type {Scene} */ scene) {
  const { workload } = scene;
  const { inject, maxGapMs = 0 } = { ...FAULTS, ...CLUSTER_FAULTS }[fault] ?? {};
  workload.round = fault;
  await pause(CALM_MS);
  workload.takeLongestGap();
  /** @type {string | null} */
  let problem = null;
  try {
    await inject?.(scene);
  } catch (error) {
    problem = error instanceof Error ? error.message : String(error);
  }
  // An outage is attributed to the fault that caused it, even if the outage continues after the fault.
  const ended = Date.now();
  await poll(() => workload.lastAcknowledged > ended, { timeoutMs: RECOVERY_MS });
  await pause(CALM_MS);
  return { fault, maxGapMs, longestGapMs: workload.takeLongestGap(), problem };
}

function describe(/** @type {Round} */ { fault, longestGapMs, problem }) {
  const failure = problem === null ? '' : `FAILED: ${problem}; `;
  return `${fault}: ${failure}longest time without an acknowledgment ${(longestGapMs / 1_000).toFixed(1)} s`;
}

function progressOf(/** @type {Workload} */ workload, /** @type {number} */ started) {
  const { acknowledged } = workload.checker;
  const rate = (acknowledged * 1_000) / (Date.now() - started);
  const count = acknowledged.toLocaleString('en-US');
  return `${count} operations acknowledged in ${seconds(started)}, ${rate.toFixed(0)} per second`;
}

async function takeOlderCopy(/** @type {Bank} */ bank) {
  await pause(CALM_MS);
  await bank.database.stop();
  await bank.database.copy();
  await bank.database.start();
}

async function restoreOlderCopy(/** @type {Bank} */ bank) {
  await bank.database.stop();
  await bank.database.restoreCopy();
  await bank.database.start();
}

/** Prints the results. Returns whether nothing went wrong. */
async function report(
  /** @type {Bank} */ bank,
  /** @type {{ workload: Workload, rounds: readonly Round[], waiting: number }} */ {
    workload,
    rounds,
    waiting,
  },
  /** @type {Options} */ { faults, machines },
) {
  const { checker, unexpected, unexpectedCount, serverErrors } = workload;
  await step('Comparing the log', () => readLog(bank, checker));
  const found = checker.discrepancies();
  const { code, output } = await step('Verifying the ledger', () => bank.ledger('verify'));
  console.log(`\n${output.trim()}\n`);
  const lostMail = await step('Waiting for the mail', () => compareMail(bank));
  const problems = rounds.flatMap(judgeRound);
  if (waiting > 0) problems.push(`${waiting} callers never got their last acknowledgment`);
  if (code !== 0) problems.push(`verify ended with code ${code}`);
  if (machines > 1) {
    const standby = await step('Verifying a standby', () => bank.ledgerOnStandby('verify'));
    if (standby.code !== 0) problems.push(`verify on a standby found:\n${standby.output.trim()}`);
  }
  const discrepancies = Object.entries(found).flatMap(([name, keys]) =>
    keys
      .slice(0, MAX_PRINTED)
      .map((/** @type {string} */ key) => `${name}: ${key} during ${checker.roundOf(key)}`),
  );
  const sums = Object.entries(found).map(([name, keys]) => `${keys.length} ${name}`);
  console.log(`\n${tableOf(rowsOf(faults, rounds, checker, found))}\n`);
  console.log(
    `${checker.acknowledged} operations acknowledged, ${rounds.length} faults of ${faults.length} kinds: ` +
      `${sums.join(', ')}, ${serverErrors} responses with status 500, ${unexpectedCount} unexpected responses, ` +
      `${lostMail} emails lost, ${problems.length} other problems`,
  );
  for (const lines of [problems, discrepancies, unexpected]) {
    for (const line of lines.slice(0, MAX_PRINTED)) console.log(`  ${line}`);
  }
  return [problems, discrepancies, unexpected].every(({ length }) => length === 0) && lostMail === 0;
}

/**
 * @param {readonly string[]} faults
 * @param {readonly Round[]} rounds
 * @param {Workload['checker']} checker
 * @param {import('./checker.mjs').Discrepancies} found
 */
function rowsOf(faults, rounds, checker, found) {
  const count = (/** @type {readonly string[]} */ keys, /** @type {string} */ fault) =>
    keys.filter((key) => checker.roundOf(key) === fault).length;
  return faults.map((fault) => {
    const ofFault = rounds.filter((round) => round.fault === fault);
    return {
      fault,
      rounds: ofFault.length,
      operations: checker.acknowledgedIn(fault),
      gapsMs: ofFault.map(({ longestGapMs }) => longestGapMs),
      lost: count(found.lost, fault),
      duplicated: count(found.duplicated, fault),
      wrong: count(found.wrong, fault),
    };
  });
}

/** Passes the operations in the log to the checker. */
async function readLog(/** @type {Bank} */ bank, /** @type {Workload['checker']} */ checker) {
  for await (const { operation, id } of storedOperations(bank)) checker.store(operation, id);
}

/**
 * Waits up to a minute for the worker to send the remaining mail, then compares the outbox with the mail server.
 * Returns how many emails are lost. An email is lost if the worker gave up on it, or recorded it as sent although the
 * mail server never accepted it. If no mail was sent in that minute, all waiting mail counts as lost.
 */
async function compareMail(/** @type {Bank} */ bank) {
  const before = await countMail(bank);
  await poll(async () => (await countMail(bank)).waiting === 0, {
    timeoutMs: MAIL_MS,
    everyMs: MAIL_POLL_MS,
  });
  // While stopping, the worker finishes its last mail and records it as sent.
  await bank.stopWorker();
  const { waiting, sent, failed } = await countMail(bank);
  let missing = 0;
  for await (const rows of bank.pages('select id from outbox where sent_at is not null')) {
    missing += rows.filter(({ id }) => !bank.mail.has(String(id))).length;
  }
  say(`${sent} emails sent, ${bank.mail.copies} of them twice, ${waiting} still in the outbox`);
  return missing + failed + (sent > before.sent ? 0 : waiting);
}

/** @returns {Promise<{ waiting: number, sent: number, failed: number }>} */
async function countMail(/** @type {Bank} */ bank) {
  const [row] = await bank.query(COUNT_MAIL);
  return /** @type {{ waiting: number, sent: number, failed: number }} */ (row);
}

/** The store of the ledger: a single PostgreSQL server, or a cluster. */
function storeOf(/** @type {Options} */ { machines }, /** @type {string} */ folder) {
  if (machines === 1) return new Database(folder);
  return new Cluster(path.join(folder, 'machines'), `moniker${process.pid % MAX_NETWORKS}`);
}

function moduleOf(/** @type {Options['bug']} */ bug) {
  if (bug === null || bug === 'older-copy') return null;
  return pathToFileURL(inRoot('infra/chaos/bugs', `${bug}.mjs`)).href;
}
