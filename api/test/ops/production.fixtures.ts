import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { testServer, type Certificate, type RunningNginx } from '../support/index.js';

/** What makes programs under test strict, as in production; the demo's data is sealed with the tests' own key. */
export const PRODUCTION = {
  MONIKER_PROFILE: 'production',
  SECRET_KEY: randomBytes(32).toString('base64url'),
  OLD_SECRET_KEYS: testServer().secretKey,
  WEB_DIR: undefined,
} as const;

/** One answer with its headers as they came over the wire: a name that stands there twice has two values. */
export interface RawResponse {
  readonly status: number;
  readonly headers: ReadonlyMap<string, readonly string[]>;
  readonly body: Buffer;
}

interface RawRequestOptions {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string | Buffer;
  /** What is trusted over TLS, instead of the machine's certificates. */
  readonly trusting?: Certificate;
}

/** Asks without a client's conveniences: nothing is followed, unpacked or joined. */
export function rawRequest(url: string, { method = 'GET', headers, body, trusting }: RawRequestOptions = {}) {
  const ca = trusting && readFileSync(trusting.certificateFile);
  const module = url.startsWith('https:') ? https : http;
  return new Promise<RawResponse>((resolve, reject) => {
    const request = module.request(url, { method, headers, agent: false, ...(ca ? { ca } : {}) });
    request.once('error', reject);
    request.once('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('error', reject);
      response.once('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: groupHeaders(response.rawHeaders),
          body: Buffer.concat(chunks),
        }),
      );
    });
    request.end(body);
  });
}

function groupHeaders(rawHeaders: readonly string[]): Map<string, string[]> {
  const headers = new Map<string, string[]>();
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]?.toLowerCase() ?? '';
    headers.set(name, [...(headers.get(name) ?? []), rawHeaders[at + 1] ?? '']);
  }
  return headers;
}

export const parseJson = ({ body }: RawResponse): unknown => JSON.parse(body.toString());

/** One line of nginx's log. */
export interface AccessLogEntry {
  readonly requestId: string;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly api: string;
}

/** The requests that nginx has logged so far, in lines that have come whole. */
export function accessLog(nginx: RunningNginx): AccessLogEntry[] {
  return nginx
    .output()
    .split('\n')
    .slice(0, -1)
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as AccessLogEntry);
}

/** Something in an API's place. */
export interface StubServer {
  readonly port: number;
  /** The methods of the requests that arrived. */
  readonly requests: string[];
  /** How many connections there were. */
  connections(): number;
  close(): Promise<void>;
}

/** A server that takes whole requests and then hangs up, as a process that dies before it answers. */
export const startCrashingServer = (): Promise<StubServer> =>
  startStubServer((request) => request.socket.destroy());

/** A server that answers everything with nothing. */
export const startRespondingServer = (): Promise<StubServer> =>
  startStubServer((_request, response) => response.writeHead(204).end());

function startStubServer(answer: (request: http.IncomingMessage, response: http.ServerResponse) => void) {
  const requests: string[] = [];
  let connections = 0;
  const server = http.createServer((request, response) => {
    requests.push(request.method ?? '');
    request.resume().once('end', () => answer(request, response));
  });
  server.on('connection', () => (connections += 1));
  return new Promise<StubServer>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      resolve({
        port: (server.address() as AddressInfo).port,
        requests,
        connections: () => connections,
        close: () =>
          new Promise((closed) => {
            server.close(() => closed());
            server.closeAllConnections();
          }),
      });
    });
  });
}
