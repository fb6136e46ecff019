import { randomUUID } from 'node:crypto';
import net from 'node:net';
import { percentile } from '../statistics.js';

/** An HTTP load: one request, repeated over several connections for some time. */
export interface HttpLoad {
  readonly port: number;
  readonly tokens: readonly string[];
  readonly method: 'GET' | 'POST';
  readonly address: string;
  /** The body of a POST. */
  readonly body?: object;
  /** Whether each request has a new idempotency key. */
  readonly keyed?: boolean;
  /** Whether requests send the last `ETag` as `If-None-Match`. */
  readonly conditional?: boolean;
  /** The expected status. With `conditional`, the first response on each connection must be a 200. */
  readonly status: number;
  readonly connections: number;
  readonly milliseconds: number;
}

export interface LoadResult {
  readonly requests: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/**
 * Keeps several keep-alive connections busy. Writes requests to the socket without an HTTP library. This uses little
 * CPU time, which matters because the load generator shares the cores with the server.
 *
 * @throws Error a response has an unexpected status
 */
export async function runHttpLoad(plan: HttpLoad): Promise<LoadResult> {
  const latencies: number[] = [];
  const started = performance.now();
  const deadline = started + plan.milliseconds;
  const caller = async (n: number): Promise<void> => {
    const connection = await HttpConnection.open(plan.port);
    const token = plan.tokens[n % plan.tokens.length] ?? '';
    let etag: string | undefined;
    for (let sentAt = performance.now(); sentAt < deadline;) {
      const response = await connection.send(formatRequest(plan, token, etag));
      const isFirst = etag === undefined && plan.conditional === true;
      const expected = isFirst ? 200 : plan.status;
      if (response.status !== expected) throw new Error(`${plan.address} returned ${response.status}`);
      if (plan.conditional === true) etag = response.etag;
      const receivedAt = performance.now();
      latencies.push(receivedAt - sentAt);
      sentAt = receivedAt;
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: plan.connections }, (_, n) => caller(n)));
  return {
    requests: latencies.length,
    perSecond: (latencies.length * 1_000) / (performance.now() - started),
    p50Ms: percentile(latencies, 0.5),
    p99Ms: percentile(latencies, 0.99),
  };
}

function formatRequest(plan: HttpLoad, token: string, etag: string | undefined): string {
  const body = plan.body === undefined ? '' : JSON.stringify(plan.body);
  const lines = [
    `${plan.method} ${plan.address} HTTP/1.1`,
    `Host: 127.0.0.1:${plan.port}`,
    `Cookie: moniker_session=${token}; moniker_signed_in=1`,
    ...(plan.method === 'POST'
      ? ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`]
      : []),
    ...(plan.keyed === true ? [`Idempotency-Key: ${randomUUID()}`] : []),
    ...(etag === undefined ? [] : [`If-None-Match: ${etag}`]),
  ];
  return `${lines.join('\r\n')}\r\n\r\n${body}`;
}

interface HttpResponse {
  readonly status: number;
  readonly etag: string | undefined;
}

const HEAD_END = '\r\n\r\n';

/** A connection that carries one request at a time. */
class HttpConnection {
  private received = '';
  private resolve: (response: HttpResponse) => void = () => undefined;
  private reject: (error: Error) => void = () => undefined;

  private constructor(private readonly socket: net.Socket) {
    socket.setEncoding('latin1');
    socket.on('data', (text: string) => this.receive(text));
    socket.on('error', (error) => this.reject(error));
    socket.on('close', () => this.reject(new Error('The server closed the connection')));
  }

  static open(port: number): Promise<HttpConnection> {
    return new Promise((resolve, reject) => {
      const socket = net.connect({ port, host: '127.0.0.1', noDelay: true });
      socket.once('error', reject);
      socket.once('connect', () => resolve(new HttpConnection(socket)));
    });
  }

  send(request: string): Promise<HttpResponse> {
    return new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
      this.socket.write(request);
    });
  }

  close(): void {
    this.socket.destroy();
  }

  private receive(text: string): void {
    this.received += text;
    const end = this.received.indexOf(HEAD_END);
    if (end < 0) return;
    const head = this.received.slice(0, end);
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
    if (this.received.length < end + HEAD_END.length + length) return;
    this.received = '';
    this.resolve({ status: Number(head.slice(9, 12)), etag: /\r\netag: ([^\r]+)/i.exec(head)?.[1] });
  }
}
