import { setTimeout as pause } from 'node:timers/promises';
import type { NextFunction, Request, Response } from 'express';
import { Injectable, Logger, type INestApplicationContext } from '@nestjs/common';
import type { Config } from './config/config.js';
import { describeError } from './logs/describe-error.js';

/** Whether this process is on its way out, and the requests that it still owes an answer. */
@Injectable()
export class Stopping {
  private begun = false;
  private readonly open = new Set<Response>();

  get hasBegun(): boolean {
    return this.begun;
  }

  /**
   * From now on every answer closes its connection, so that callers who keep theirs go elsewhere with the next request
   * instead of running into a closed one.
   */
  begin(): void {
    this.begun = true;
    for (const response of this.open) closeAfter(response);
  }

  /** Express middleware: knows which requests are open. */
  readonly watch = (_request: Request, response: Response, next: NextFunction): void => {
    if (this.begun) closeAfter(response);
    this.open.add(response);
    response.once('close', () => this.open.delete(response));
    next();
  };
}

function closeAfter(response: Response): void {
  if (!response.headersSent) response.setHeader('Connection', 'close');
}

/**
 * On SIGTERM or SIGINT: not ready any more, but serving until callers have noticed; then no new connections, requests and jobs in hand finish, the ledger
 * writer drains, and the process ends with 0. What takes too long is cut off, told in the log, and ends it with 1: an
 * answer that was not given yet says nothing about its command, and a retry with the same idempotency key finds out.
 * `closeLast` is what operators watch it by.
 */
export function stopOnSignal(
  app: INestApplicationContext,
  { stopDelayMs, stopWithinMs }: Config,
  closeLast: () => Promise<void>,
): void {
  const logger = new Logger('Stop');
  const stopping = app.get(Stopping);
  const stop = async (signal: string): Promise<void> => {
    stopping.begin();
    logger.log({ message: 'stopping', signal });
    setTimeout(() => {
      logger.error({ problem: 'it took too long and was cut off', afterMs: stopWithinMs });
      process.exit(1);
    }, stopWithinMs).unref();
    await pause(stopDelayMs);
    await app.close();
    await closeLast();
    logger.log({ message: 'stopped' });
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (stopping.hasBegun) return;
      stop(signal).then(
        () => process.exit(0),
        (error: unknown) => {
          logger.error({ problem: 'it did not stop in order', error: describeError(error) });
          process.exit(1);
        },
      );
    });
  }
}
