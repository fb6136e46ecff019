import { Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { catchUp } from '../log/log-follower.js';
import { eventIndexFollower } from './event-index-follower.js';
import { errorCodeOf, startPolling, type Polling } from '../../platform/process/polling.js';

const POLL_MS = 500;

/** Updates the event-history index in the worker. Several workers can run it; only one at a time does the work. */
@Injectable()
export class EventIndexer implements BeforeApplicationShutdown {
  private readonly logger = new Logger('EventIndexer');
  private polling: Polling | null = null;
  private isStopping = false;

  constructor(private readonly dataSource: DataSource) {}

  start(): void {
    const logFailure = (error: unknown): void =>
      this.logger.warn({ problem: 'the event index cannot be updated', reason: errorCodeOf(error) });
    const isStopping = (): boolean => this.isStopping;
    this.polling = startPolling(
      POLL_MS,
      () => catchUp(this.dataSource, eventIndexFollower, isStopping),
      logFailure,
    );
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    await this.polling?.stop();
  }
}
