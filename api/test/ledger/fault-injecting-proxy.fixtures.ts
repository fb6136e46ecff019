import net from 'node:net';

/** The server's reply to a successful COMMIT. */
const COMMITTED = Buffer.from('C\0\0\0\u000bCOMMIT\0', 'latin1');
/** The server's error before it terminates a connection on an administrator's request. */
const TERMINATED = errorMessage({ S: 'FATAL', V: 'FATAL', C: '57P01', M: 'terminating connection' });

/**
 * Faults at a COMMIT. Each ends the connection:
 * - `commit lost`: the COMMIT never reaches the server;
 * - `reply lost`: the COMMIT takes effect, but its reply never reaches the client;
 * - `terminated after reply`: the client receives the reply, then the server terminates the connection.
 */
export const COMMIT_FAULTS = ['commit lost', 'reply lost', 'terminated after reply'] as const;
export type CommitFault = (typeof COMMIT_FAULTS)[number];

/** The client stands still before its COMMIT: nothing more reaches the server on this connection, which stays open. */
type Standstill = 'standstill';

/** A proxy in front of PostgreSQL that injects faults at COMMIT and can simulate a server that is down. */
export class FaultInjectingProxy {
  /** Faults for the next COMMITs, one each. Empty when all have been injected. */
  readonly faults: (CommitFault | Standstill)[] = [];
  private readonly sockets = new Set<net.Socket>();

  private constructor(
    private readonly server: net.Server,
    private readonly target: URL,
  ) {}

  static async start(databaseUrl: string): Promise<FaultInjectingProxy> {
    const server = net.createServer();
    const proxy = new FaultInjectingProxy(server, new URL(databaseUrl));
    server.on('connection', (socket) => proxy.connect(socket));
    await proxy.listen(0);
    return proxy;
  }

  /** The database URL through the proxy. */
  get url(): string {
    const url = new URL(this.target);
    url.hostname = '127.0.0.1';
    url.port = String(this.port);
    return url.href;
  }

  private port = 0;

  /** Simulates a server that is down: ends all connections and refuses new ones. */
  async goDown(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.server.close(() => resolve()));
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }

  async comeBack(): Promise<void> {
    await this.listen(this.port);
  }

  private listen(port: number): Promise<void> {
    return new Promise((resolve, reject) => {
      this.server.once('error', reject);
      this.server.listen(port, '127.0.0.1', () => {
        const address = this.server.address();
        this.port = typeof address === 'object' && address !== null ? address.port : 0;
        resolve();
      });
    });
  }

  private connect(client: net.Socket): void {
    const server = net.connect(Number(this.target.port), this.target.hostname);
    const both = [client, server];
    const endBoth = () => both.forEach((socket) => socket.destroy());
    for (const socket of both) {
      this.sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        this.sockets.delete(socket);
        endBoth();
      });
    }
    const isCommit = commitDetector();
    let standsStill = false;
    client.on('data', (data) => {
      const fault = isCommit(data) ? this.faults[0] : undefined;
      if (fault === 'commit lost' || fault === 'standstill') this.faults.shift();
      standsStill ||= fault === 'standstill';
      if (fault === 'commit lost') endBoth();
      else if (!standsStill) server.write(data);
    });
    server.on('data', (data) => this.forwardReply(data, client, endBoth));
  }

  private forwardReply(data: Buffer, client: net.Socket, endBoth: () => void): void {
    const [fault] = this.faults;
    const happensBefore = fault === undefined || fault === 'commit lost' || fault === 'standstill';
    const at = happensBefore ? -1 : data.indexOf(COMMITTED);
    if (at < 0) {
      client.write(data);
      return;
    }
    this.faults.shift();
    if (fault === 'reply lost') {
      endBoth();
      return;
    }
    client.end(Buffer.concat([data.subarray(0, at + COMMITTED.length), TERMINATED]));
  }
}

/**
 * Returns a detector of COMMITs to the server. The driver prepares the statement once; the detector learns its name.
 */
function commitDetector(): (data: Buffer) => boolean {
  let name: string | undefined;
  return (data) => {
    const text = data.toString('latin1');
    name ??= /([a-z0-9]+)\0commit\0/.exec(text)?.[1];
    return name !== undefined && text.includes(`\0${name}\0`);
  };
}

function errorMessage(fields: Record<string, string>): Buffer {
  const body = Object.entries(fields).map(([code, text]) => `${code}${text}\0`);
  const bytes = Buffer.from(`${body.join('')}\0`, 'latin1');
  const head = Buffer.alloc(5);
  head.write('E');
  head.writeInt32BE(bytes.length + 4, 1);
  return Buffer.concat([head, bytes]);
}
