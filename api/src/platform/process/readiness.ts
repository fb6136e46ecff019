import { setTimeout as pause } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { databaseFailureOf, type DatabaseFailure } from '../database/database-failure.js';
import { missingMigrations } from '../database/missing-migrations.js';
import { errorCodeOf } from './polling.js';
import { Stopping } from './stopping.js';

/** A database that takes longer to respond counts as down. */
const DATABASE_TIMEOUT_MS = 3_000;
/** A lasting failure that a request has met counts for this long, because answering proves nothing about writing. */
const FAILURE_COUNTS_MS = 10_000;
/** Words for the most common failures. */
const REASONS: Readonly<Record<string, string>> = {
  '25006': 'read-only',
  '53100': 'disk full',
  '53200': 'out of memory',
  '53300': 'too many connections',
  '57P01': 'shutting down',
  '57P02': 'crashed',
  '57P03': 'starting up',
};

/** Whether this process can serve: it is not stopping, and the database responds and has all migrations (OPS-2). */
@Injectable()
export class Readiness {
  private readonly logger = new Logger('Readiness');
  private lastLogged: string | null = null;
  private lastFailure: { readonly failure: DatabaseFailure; readonly at: number } | null = null;

  constructor(
    private readonly dataSource: DataSource,
    private readonly stopping: Stopping,
  ) {}

  /** Returns why the process cannot serve, or null if it can. Logs each change. */
  async problem(): Promise<string | null> {
    const problem = await this.check();
    if (problem !== this.lastLogged) {
      if (problem === null) this.logger.log({ message: 'ready again' });
      else this.logger.warn({ problem: 'not ready', reason: problem });
    }
    this.lastLogged = problem;
    return problem;
  }

  /** Reports a failure of the database that a request has met. */
  reportFailure(failure: DatabaseFailure): void {
    if (failure.isLasting) this.lastFailure = { failure, at: performance.now() };
  }

  private async check(): Promise<string | null> {
    if (this.stopping.hasBegun) return 'stopping';
    const timer = new AbortController();
    try {
      const missing = await Promise.race([
        missingMigrations(this.dataSource),
        rejectAfterTimeout(timer.signal),
      ]);
      return missing.length === 0 ? this.recentFailure() : `the database lacks ${missing.join(', ')}`;
    } catch (error) {
      const code = databaseFailureOf(error)?.code ?? errorCodeOf(error);
      return `the database does not answer (${reasonOf(code)})`;
    } finally {
      timer.abort();
    }
  }

  private recentFailure(): string | null {
    if (this.lastFailure === null || performance.now() - this.lastFailure.at > FAILURE_COUNTS_MS) return null;
    return `the database refuses work (${reasonOf(this.lastFailure.failure.code)})`;
  }
}

function reasonOf(code: string): string {
  const words = REASONS[code];
  return words === undefined ? code : `${code}, ${words}`;
}

async function rejectAfterTimeout(signal: AbortSignal): Promise<never> {
  await pause(DATABASE_TIMEOUT_MS, undefined, { signal });
  throw Object.assign(new Error('no response in time'), { code: 'ETIMEDOUT' });
}
