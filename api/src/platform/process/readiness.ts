import { setTimeout as pause } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { missingMigrations } from '../database/missing-migrations.js';
import { errorCodeOf } from './polling.js';
import { Stopping } from './stopping.js';

/** A database that takes longer to respond counts as down. */
const DATABASE_TIMEOUT_MS = 3_000;

/** Whether this process can serve: it is not stopping, and the database responds and has all migrations (OPS-2). */
@Injectable()
export class Readiness {
  private readonly logger = new Logger('Readiness');
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

  private async check(): Promise<string | null> {
    if (this.stopping.hasBegun) return 'stopping';
    const timer = new AbortController();
    try {
      const missing = await Promise.race([
        missingMigrations(this.dataSource),
        rejectAfterTimeout(timer.signal),
      ]);
      return missing.length === 0 ? null : `the database lacks ${missing.join(', ')}`;
    } catch (error) {
      return `the database does not answer (${errorCodeOf(error)})`;
    } finally {
      timer.abort();
    }
  }
}

async function rejectAfterTimeout(signal: AbortSignal): Promise<never> {
  await pause(DATABASE_TIMEOUT_MS, undefined, { signal });
  throw Object.assign(new Error('no response in time'), { code: 'ETIMEDOUT' });
}
