import { setTimeout as pause } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { missingMigrations } from '../migrations/missing-migrations.js';
import { errorCodeOf } from '../polling.js';
import { Stopping } from '../stopping.js';

/** A database that takes longer to say a word is none to serve from. */
const DATABASE_TIMEOUT_MS = 3_000;

/** Whether this process can serve: it is not stopping, and the database answers and has the schema that it needs. */
@Injectable()
export class Readiness {
  private readonly logger = new Logger('Readiness');
  private lastLogged: string | null = null;

  constructor(
    private readonly dataSource: DataSource,
    private readonly stopping: Stopping,
  ) {}

  /** Why it cannot serve, or null if it can. A change is told in the log. */
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
    if (this.stopping.hasBegun) return 'it is stopping';
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
  throw Object.assign(new Error('no answer in time'), { code: 'ETIMEDOUT' });
}
