import { Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { catchUp } from '../ledger/followers/log-follower.js';
import { eventIndexFollower } from '../ledger/search/event-index-follower.js';
import { errorCodeOf, startPolling, type Polling } from '../platform/polling.js';

const POLL_MS = 500;

/** Keeps the index of the event history up with the log. Any number may run: one of them has it in hand at a time. */
@Injectable()
export class EventIndexer implements BeforeApplicationShutdown {
  private readonly logger = new Logger('EventIndexer');
  private polling: Polling | null = null;
  private isStopping = false;

  constructor(private readonly dataSource: DataSource) {}

  start(): void {
    const complain = (error: unknown): void =>
      this.logger.warn({ problem: 'the event index does not follow the log', reason: errorCodeOf(error) });
    const isStopping = (): boolean => this.isStopping;
    this.polling = startPolling(
      POLL_MS,
      () => catchUp(this.dataSource, eventIndexFollower, isStopping),
      complain,
    );
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    await this.polling?.stop();
  }
}
