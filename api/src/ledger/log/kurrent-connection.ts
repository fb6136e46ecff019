import {
  AccessDeniedError,
  InvalidArgumentError,
  KurrentDBClient,
  MaxAppendSizeExceededError,
  NotLeaderError,
  StreamDeletedError,
  StreamNotFoundError,
  StreamTombstonedError,
  TransactionMaxSizeExceededError,
  WrongExpectedVersionError,
} from '@kurrent/kurrentdb-client';
import { ForeignEventError } from './kurrent-event.js';

/** Errors that the same call would get again until someone changes the server, its users or the stream. */
const PERMANENT = [
  AccessDeniedError,
  ForeignEventError,
  InvalidArgumentError,
  MaxAppendSizeExceededError,
  StreamDeletedError,
  StreamTombstonedError,
  TransactionMaxSizeExceededError,
];
/** Errors that show that the server is up. After a `NotLeaderError`, the client connects to the leader on its own. */
const ANSWERS = [...PERMANENT, NotLeaderError, StreamNotFoundError, WrongExpectedVersionError];

/** Whether the same call would fail again. */
export function isPermanent(error: unknown): boolean {
  return PERMANENT.some((type) => error instanceof type);
}

/** A call got no answer in time. Its effect is unknown. */
export class KurrentDeadlineError extends Error {
  override name = 'KurrentDeadlineError';

  constructor(withinMs: number) {
    super(`KurrentDB did not answer within ${withinMs} ms`);
  }
}

/**
 * A connection to KurrentDB that replaces its client after a call that the server did not answer. The client itself
 * would keep its connection to a hung server, and some of its calls have no deadline.
 */
export class KurrentConnection {
  private client: KurrentDBClient | null = null;

  constructor(private readonly url: string) {}

  /** @throws KurrentDeadlineError there was no answer in time */
  async call<Result>(work: (client: KurrentDBClient) => Promise<Result>, withinMs: number): Promise<Result> {
    const client = (this.client ??= createClient(this.url));
    try {
      return await within(work(client), withinMs);
    } catch (error) {
      if (!ANSWERS.some((answer) => error instanceof answer)) this.abandon(client);
      throw error;
    }
  }

  async close(): Promise<void> {
    const client = this.client;
    this.client = null;
    await client?.dispose();
  }

  private abandon(client: KurrentDBClient): void {
    if (this.client === client) this.client = null;
    client.dispose().catch(() => undefined);
  }
}

/** How long the client waits before its first read on a connection; the client's default is 500 ms. */
const DISCOVERY_INTERVAL = 'discoveryInterval=50';

/**
 * Creates a client. Replaces the client's error for an invalid address, because that error's message would reveal the
 * password.
 */
function createClient(url: string): KurrentDBClient {
  try {
    return KurrentDBClient.connectionString(withDiscoveryInterval(url));
  } catch {
    throw new Error('KURRENTDB_URL is not an address that the client accepts');
  }
}

function withDiscoveryInterval(url: string): string {
  if (/[?&]discoveryInterval=/i.test(url)) return url;
  return `${url}${url.includes('?') ? '&' : '?'}${DISCOVERY_INTERVAL}`;
}

function within<Result>(work: Promise<Result>, withinMs: number): Promise<Result> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new KurrentDeadlineError(withinMs)), withinMs);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
