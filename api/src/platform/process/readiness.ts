import { setTimeout as pause } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { databaseFailureOf, type DatabaseFailure } from '../database/database-failure.js';
import { missingMigrations } from '../database/missing-migrations.js';
import { errorCodeOf } from './polling.js';
import { Stopping } from './stopping.js';

/** A system that takes longer to respond counts as down. */
const CHECK_TIMEOUT_MS = 3_000;

/** Returns why the process cannot serve requests, or null if it can. Rejects if the answer is unknown. */
export type ReadinessCheck = () => Promise<string | null>;
/**
 * How long the process counts as not ready after a request runs into a lasting database failure. The check itself only
 * reads, so it does not notice a full disk, for example.
 */
const FAILURE_COUNTS_MS = 10_000;
/** Plain words for the most common failures. */
const REASONS: Readonly<Record<string, string>> = {
  '25006': 'read-only',
  '53100': 'disk full',
  '53200': 'out of memory',
  '53300': 'too many connections',
  '57P01': 'shutting down',
  '57P02': 'crashed',
  '57P03': 'starting up',
};

/**
 * Whether this process can serve requests: it is not stopping, the database has all migrations and has not recently
 * refused work, and the other systems that the process needs respond (OPS-2).
 */
@Injectable()
export class Readiness {
  private readonly logger = new Logger('Readiness');
  private readonly checks: { readonly what: string; readonly check: ReadinessCheck }[] = [
    { what: 'the database', check: () => this.checkDatabase() },
  ];
  private lastLogged: string | null = null;
  private lastFailure: { readonly failure: DatabaseFailure; readonly at: number } | null = null;

  constructor(
    private readonly dataSource: DataSource,
    private readonly stopping: Stopping,
  ) {}

  /** Returns why the process cannot serve requests, or null if it can. Logs each change. */
  async problem(): Promise<string | null> {
    const problem = await this.check();
    if (problem !== this.lastLogged) {
      if (problem === null) this.logger.log({ message: 'ready again' });
      else this.logger.warn({ problem: 'not ready', reason: problem });
    }
    this.lastLogged = problem;
    return problem;
  }

  /** Adds another system that this process needs. `what` names the system in the reason, such as "the database". */
  require(what: string, check: ReadinessCheck): void {
    this.checks.push({ what, check });
  }

  /** Records a database failure that a request ran into. Only lasting failures count. */
  reportFailure(failure: DatabaseFailure): void {
    if (failure.isLasting) this.lastFailure = { failure, at: performance.now() };
  }

  private async check(): Promise<string | null> {
    if (this.stopping.hasBegun) return 'stopping';
    const problems = await Promise.all(this.checks.map(({ what, check }) => checkProblem(what, check)));
    return problems.find((problem) => problem !== null) ?? this.recentFailure();
  }

  private async checkDatabase(): Promise<string | null> {
    const missing = await missingMigrations(this.dataSource);
    return missing.length === 0 ? null : `the database is missing migrations (${missing.join(', ')})`;
  }

  private recentFailure(): string | null {
    if (this.lastFailure === null || performance.now() - this.lastFailure.at > FAILURE_COUNTS_MS) return null;
    return `the database is refusing work (${describeReason(this.lastFailure.failure.code)})`;
  }
}

async function checkProblem(what: string, check: ReadinessCheck): Promise<string | null> {
  const timer = new AbortController();
  try {
    return await Promise.race([check(), rejectAfterTimeout(timer.signal)]);
  } catch (error) {
    const code = databaseFailureOf(error)?.code ?? errorCodeOf(error);
    return `${what} is not responding (${describeReason(code)})`;
  } finally {
    timer.abort();
  }
}

function describeReason(code: string): string {
  const words = REASONS[code];
  return words === undefined ? code : `${code}, ${words}`;
}

async function rejectAfterTimeout(signal: AbortSignal): Promise<never> {
  await pause(CHECK_TIMEOUT_MS, undefined, { signal });
  throw Object.assign(new Error('no response in time'), { code: 'ETIMEDOUT' });
}
