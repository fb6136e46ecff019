import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { CLOCK, type Clock } from '../../platform/time/clock.js';

const HOUR_MS = 60 * 60 * 1000;

/**
 * Deletes expired registrations (REG-13), pending sign-ins, emailed codes and sign-in alerts, and old counts of code
 * requests. A code or count that still limits new codes is kept. Requests don't delete expired data themselves, because
 * they would wait for each other's row locks.
 */
@Injectable()
export class ExpiredAuthData {
  constructor(
    private readonly dataSource: DataSource,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  async collect(): Promise<void> {
    const now = this.now();
    const hourAgo = new Date(now.getTime() - HOUR_MS);
    await this.dataSource.query('delete from registration where expires_at <= $1', [now]);
    await this.dataSource.query('delete from emailed_code where sent_since <= $1 and expires_at <= $2', [
      hourAgo,
      now,
    ]);
    await this.dataSource.query(
      'delete from code_recipient where sent_since <= $1 and (delayed_until is null or delayed_until <= $2)',
      [hourAgo, now],
    );
    await this.dataSource.query('delete from pending_sign_in where expires_at <= $1', [now]);
    await this.dataSource.query('delete from sign_in_alert where expires_at <= $1', [now]);
  }
}
