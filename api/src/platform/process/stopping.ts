import type { Server } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { NextFunction, Request, Response } from 'express';
import { Injectable, Logger, type INestApplicationContext } from '@nestjs/common';
import type { Config } from '../config/config.js';
import { describeError } from '../logs/describe-error.js';

/** How long idle connections stay open after the server has stopped listening. */
const DRAIN_MS = 1_000;

/** This process's shutdown state and open requests. */
@Injectable()
export class Stopping {
  private begun = false;
  private server: Server | null = null;
  private readonly open = new Set<Response>();

  get hasBegun(): boolean {
    return this.begun;
  }

  /**
   * Makes every later response close its connection. Clients with keep-alive connections then send their next request
   * to another process, not over a closing connection.
   */
  begin(): void {
    this.begun = true;
    for (const response of this.open) closeAfter(response);
  }

  /** Sets the server that `drain` stops. */
  serve(server: Server): void {
    this.server = server;
  }

  /**
   * Stops listening, but keeps idle connections open for a moment. A request that arrives on one of these connections
   * is answered, and the response closes the connection. HTTP's `Server.close` closes idle connections immediately and
   * would lose requests in transit (OPS-16).
   */
  async drain(): Promise<void> {
    const { server } = this;
    if (server === null) return;
    const closed = new Promise<void>((resolve) => {
      NetServer.prototype.close.call(server, () => resolve());
    });
    await Promise.race([closed, pause(DRAIN_MS)]);
  }

  /** Express middleware that tracks open requests. */
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

/** A running program: its application, and a function that is called last and stops metrics and traces. */
export interface StartedProgram {
  readonly app: INestApplicationContext;
  readonly closeOperations: () => Promise<void>;
}

/**
 * On SIGTERM or SIGINT, the program reports that it is not ready but keeps serving for `stopDelayMs`, until load
 * balancers have noticed. Then it takes no new connections, drains the open ones, finishes its requests and jobs,
 * drains the ledger writer and exits with 0 (OPS-3). After `stopWithinMs` it aborts whatever is still running, logs
 * that, and exits with 1. A caller who got no response can repeat the command with the same idempotency key.
 */
export function stopOnSignal(program: StartedProgram, { stopDelayMs, stopWithinMs }: Config): void {
  const { app, closeOperations } = program;
  const logger = new Logger('Stop');
  const stopping = app.get(Stopping);
  const stop = async (signal: string): Promise<void> => {
    stopping.begin();
    logger.log({ message: 'stopping', signal });
    setTimeout(() => {
      logger.error({ problem: 'shutdown timed out', afterMs: stopWithinMs });
      process.exit(1);
    }, stopWithinMs).unref();
    await pause(stopDelayMs);
    await stopping.drain();
    await app.close();
    await closeOperations();
    logger.log({ message: 'stopped' });
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (stopping.hasBegun) return;
      stop(signal).then(
        () => process.exit(0),
        (error: unknown) => {
          logger.error({ problem: 'shutdown failed', error: describeError(error) });
          process.exit(1);
        },
      );
    });
  }
}
