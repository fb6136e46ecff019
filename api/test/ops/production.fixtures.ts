import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { testServer, type Certificate, type RunningNginx } from '../harness/index.js';

/**
 * The production settings for programs under test. The test key is listed as an old key, because the demo data is
 * encrypted with it.
 */
export const PRODUCTION = {
  MONIKER_PROFILE: 'production',
  SECRET_KEY: randomBytes(32).toString('base64url'),
  OLD_SECRET_KEYS: testServer().secretKey,
  // The tests' admins sign in with only a password.
  ADMIN_MFA: 'off',
  WEB_DIR: undefined,
  // nginx runs on this machine.
  TRUSTED_PROXIES: '127.0.0.1',
  // These banks have only one admin.
  APPROVAL_POLICY: 'none',
} as const;

/** A response with its headers as received: a repeated header has several values. */
export interface RawResponse {
  readonly status: number;
  readonly headers: ReadonlyMap<string, readonly string[]>;
  readonly body: Buffer;
}

interface RawRequestOptions {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string | Buffer;
  /** The only certificate to trust. */
  readonly trusting?: Certificate;
}

/** Sends a request without following redirects, decompressing, or joining headers. */
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
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]?.toLowerCase() ?? '';
    headers.set(name, [...(headers.get(name) ?? []), rawHeaders[index + 1] ?? '']);
  }
  return headers;
}

export const parseJson = ({ body }: RawResponse): unknown => JSON.parse(body.toString());

/** A line of nginx's access log. */
export interface AccessLogEntry {
  readonly requestId: string;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly api: string;
}

/** The complete lines of nginx's access log so far. */
export function accessLog(nginx: RunningNginx): AccessLogEntry[] {
  return nginx
    .output()
    .split('\n')
    .slice(0, -1)
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as AccessLogEntry);
}

/** A stub that replaces an API. */
export interface StubServer {
  readonly port: number;
  /** The methods of the received requests. */
  readonly requests: string[];
  /** The number of connections so far. */
  connections(): number;
  close(): Promise<void>;
}

/** A server that reads requests and then closes the connection, like a process that dies before it responds. */
export const startCrashingServer = (): Promise<StubServer> =>
  startStubServer((request) => request.socket.destroy());

/** A server that responds to every request with 204. */
export const startRespondingServer = (): Promise<StubServer> =>
  startStubServer((_request, response) => response.writeHead(204).end());

function startStubServer(respond: (request: http.IncomingMessage, response: http.ServerResponse) => void) {
  const requests: string[] = [];
  let connections = 0;
  const server = http.createServer((request, response) => {
    requests.push(request.method ?? '');
    request.resume().once('end', () => respond(request, response));
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
