import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import type { S3Settings } from '../../src/platform/storage/s3-settings.js';
import { temporaryFolder } from './database.js';
import { ROOT } from './paths.js';
import { waitFor } from './wait-for.js';

/** The tests' S3 server, as named in their titles. */
export const S3_SERVER = 'S3 (OpenStack Swift)';

const PROGRAM = path.join(ROOT, 'api/test/harness/swift-s3.py');
/** Debian's Python, because any other Python lacks Debian's packages. */
const PYTHON = '/usr/bin/python3';
const SWIFT = '/usr/lib/python3/dist-packages/swift/proxy/server.py';
const KEYS = { accessKeyId: 'bank:api', secretAccessKey: 'a-secret-of-the-tests' };
const BUCKET = 'moniker';

/** Whether the server is installed; `npm test` installs it if possible (infra/local/testing). */
export const hasS3 = existsSync(PYTHON) && existsSync(SWIFT);

export interface S3Server {
  /** Settings for an existing, empty bucket. */
  readonly settings: S3Settings;
  /** The same settings, as environment variables for a program under test. */
  readonly env: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

/** Starts an S3 server with a bucket. */
export async function startS3(): Promise<S3Server> {
  const folder = path.join(await temporaryFolder(), 'swift');
  await mkdir(folder);
  const { accessKeyId, secretAccessKey } = KEYS;
  const server = spawn(PYTHON, [PROGRAM, folder, accessKeyId, secretAccessKey], { stdio: 'pipe' });
  const endpoint = `http://127.0.0.1:${await portOf(server)}`;
  const settings = { bucket: BUCKET, region: 'us-east-1', endpoint, publicEndpoint: endpoint, ...KEYS };
  await makeBucket(settings);
  return { settings, env: envOf(settings), stop: () => stop(server) };
}

async function portOf(server: ChildProcess): Promise<string> {
  let printed = '';
  for (const stream of [server.stdout, server.stderr]) {
    stream?.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  }
  const port = (): string | undefined => /ready on port (\d+)\n/.exec(printed)?.[1];
  const settled = (): boolean => port() !== undefined || server.exitCode !== null;
  await waitFor(settled, { what: 'the S3 server', timeoutMs: 110_000 });
  const found = port();
  if (found === undefined) throw new Error(`the S3 server did not start:\n${printed}`);
  return found;
}

async function makeBucket({ bucket, endpoint, region }: S3Settings): Promise<void> {
  const client = new S3Client({
    ...{ region, forcePathStyle: true, credentials: KEYS },
    ...(endpoint !== null && { endpoint }),
  });
  await client.send(new CreateBucketCommand({ Bucket: bucket }));
  client.destroy();
}

function envOf({ bucket, endpoint, publicEndpoint }: S3Settings): Record<string, string> {
  return {
    S3_BUCKET: bucket,
    S3_ENDPOINT: endpoint ?? '',
    S3_PUBLIC_ENDPOINT: publicEndpoint ?? '',
    S3_ACCESS_KEY_ID: KEYS.accessKeyId,
    S3_SECRET_ACCESS_KEY: KEYS.secretAccessKey,
  };
}

/** Ends the server by ending its input. A killed test ends the input too, so the server does not outlive the test. */
async function stop(server: ChildProcess): Promise<void> {
  server.stdin?.end();
  await waitFor(() => server.exitCode !== null, { what: 'the S3 server to end' });
}
