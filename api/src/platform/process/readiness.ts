import { setTimeout as pause } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { missingMigrations } from '../database/missing-migrations.js';
import { errorCodeOf } from './polling.js';
import { Stopping } from './stopping.js';

/** A system that takes longer to respond counts as down. */
const CHECK_TIMEOUT_MS = 3_000;

/** Returns why the process cannot serve, or null. Rejects if that is unknown. */
export type ReadinessCheck = () => Promise<string | null>;

/** Whether this process can serve: it is not stopping, and the database responds and has all migrations (OPS-2). */
@Injectable()
export class Readiness {
  private readonly logger = new Logger('Readiness');
  private readonly checks: { readonly what: string; readonly check: ReadinessCheck }[] = [
    { what: 'the database', check: () => this.checkDatabase() },
  ];
  private lastLogged: string | null = null;

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

  /** Adds another system that this process needs. `what` names it in the log, such as "the database". */
  require(what: string, check: ReadinessCheck): void {
    this.checks.push({ what, check });
  }

  private async check(): Promise<string | null> {
    if (this.stopping.hasBegun) return 'stopping';
    const problems = await Promise.all(this.checks.map(({ what, check }) => problemOf(what, check)));
    return problems.find((problem) => problem !== null) ?? null;
  }

  private async checkDatabase(): Promise<string | null> {
    const missing = await missingMigrations(this.dataSource);
    return missing.length === 0 ? null : `the database lacks ${missing.join(', ')}`;
  }
}

async function problemOf(what: string, check: ReadinessCheck): Promise<string | null> {
  const timer = new AbortController();
  try {
    return await Promise.race([check(), rejectAfterTimeout(timer.signal)]);
  } catch (error) {
    return `${what} does not answer (${errorCodeOf(error)})`;
  } finally {
    timer.abort();
  }
}

async function rejectAfterTimeout(signal: AbortSignal): Promise<never> {
  await pause(CHECK_TIMEOUT_MS, undefined, { signal });
  throw Object.assign(new Error('no response in time'), { code: 'ETIMEDOUT' });
}
