import net from 'node:net';

/** The server's answer to a COMMIT that took effect. */
const COMMITTED = Buffer.from('C\0\0\0\u000bCOMMIT\0', 'latin1');
/** What the server says before it ends a connection on an administrator's order. */
const TERMINATED = errorMessage({ S: 'FATAL', V: 'FATAL', C: '57P01', M: 'terminating connection' });

/**
 * How a COMMIT is to be disturbed:
 * - `before`: it never reaches the server, and the connection is gone;
 * - `answer`: it takes effect, and the connection is gone before the answer;
 * - `farewell`: it takes effect and is answered, but the server says goodbye before it is ready for more.
 */
export type CommitFault = 'before' | 'answer' | 'farewell';

/** Stands between a writer and PostgreSQL and cuts the connection at a COMMIT when it is told to. */
export class FaultInjectingProxy {
  /** Cuts still to be made, one a COMMIT. */
  readonly faults: CommitFault[] = [];
  private readonly sockets = new Set<net.Socket>();

  private constructor(
    private readonly server: net.Server,
    private readonly target: URL,
  ) {}

  static async start(databaseUrl: string): Promise<FaultInjectingProxy> {
    const server = net.createServer();
    const proxy = new FaultInjectingProxy(server, new URL(databaseUrl));
    server.on('connection', (socket) => proxy.join(socket));
    await proxy.listen(0);
    return proxy;
  }

  /** The database's address by way of the proxy. */
  get url(): string {
    const url = new URL(this.target);
    url.hostname = '127.0.0.1';
    url.port = String(this.port);
    return url.href;
  }

  private port = 0;

  /** As if the server were down: connections end, and new ones are refused. */
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

  private join(client: net.Socket): void {
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
    client.on('data', (data) => {
      if (isCommit(data) && this.faults[0] === 'before') {
        this.faults.shift();
        endBoth();
      } else {
        server.write(data);
      }
    });
    server.on('data', (data) => this.answer(data, client, endBoth));
  }

  private answer(data: Buffer, client: net.Socket, endBoth: () => void): void {
    const [cut] = this.faults;
    const at = cut === undefined || cut === 'before' ? -1 : data.indexOf(COMMITTED);
    if (at < 0) {
      client.write(data);
      return;
    }
    this.faults.shift();
    if (cut === 'answer') {
      endBoth();
      return;
    }
    client.end(Buffer.concat([data.subarray(0, at + COMMITTED.length), TERMINATED]));
  }
}

/** Recognises a COMMIT on its way to the server; the driver prepares it once under a name of its own. */
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
