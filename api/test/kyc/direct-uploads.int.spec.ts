import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { CheckpointBucket } from '../../src/admin/checkpoints/checkpoint-bucket.js';
import { AbandonedDocumentsService } from '../../src/kyc/documents/abandoned-documents.service.js';
import { BucketObjectStore } from '../../src/kyc/documents/bucket-object-store.js';
import type { Bucket } from '../../src/platform/storage/bucket.js';
import { createDataSource } from '../../src/platform/database/data-source.js';
import { openBucket } from '../../src/platform/storage/open-bucket.js';
import { copyBucket } from '../ops/backup.fixtures.js';
import { newCustomer, picture, type StoredObject } from './kyc.fixtures.js';
import { countByStatus, type ApiErrorBody } from '../payments/money.fixtures.js';
import {
  createDemoDatabase,
  HttpClient,
  query,
  startApi,
  startWorker,
  temporaryFolder,
  waitFor,
  type HttpResponse,
  type RunningApi,
  type TestDatabase,
} from '../harness/index.js';
import { hasS3, S3_SERVER, startS3, type S3Server } from '../harness/s3.js';
import { readTextFilesBelow } from './object-stores.fixtures.js';

interface Upload {
  uploadURL: string;
  isDirect: boolean;
}

const HOUR_MS = 60 * 60 * 1000;
const OCTETS = { 'content-type': 'application/octet-stream' };

// Skipped without an S3 server on this machine; object-stores.fixtures.ts then logs a warning.
(hasS3 ? describe : describe.skip)(`uploads straight to ${S3_SERVER}`, () => {
  let s3: S3Server;
  let bucket: Bucket;
  let database: TestDatabase;
  let api: RunningApi;
  let carol: HttpClient;
  let dave: HttpClient;

  beforeAll(async () => {
    [s3, database] = await Promise.all([startS3(), createDemoDatabase()]);
    bucket = await openBucket(s3.settings);
    api = await startApi({ database, env: s3.env });
    [carol, dave] = await Promise.all([
      newCustomer(api.baseUrl, database),
      newCustomer(api.baseUrl, database),
    ]);
  });

  afterAll(async () => {
    await api.stop();
    await database.drop();
    await s3.stop();
  });

  /** Makes earlier uploads 20 minutes older, so they do not count toward the limits. */
  beforeEach(() =>
    query(database.superUrl, `update stored_object set created_at = created_at - interval '20 minutes'`),
  );

  async function requestLink(client: HttpClient, bytes: number): Promise<Upload> {
    const { status, body } = await client.post<Upload>('/api/objects/upload', { bytes });
    expect({ status, isDirect: body.isDirect }).toEqual({ status: 201, isDirect: true });
    return body;
  }

  const idOf = (url: string): string => path.basename(new URL(url).pathname);

  /** Uploads like a browser, which sets the content length itself. */
  async function put(url: string, bytes: Buffer, headers: Record<string, string> = OCTETS): Promise<number> {
    return (await fetch(url, { method: 'PUT', body: new Uint8Array(bytes), headers })).status;
  }

  function confirm<Body = StoredObject>(client: HttpClient, url: string): Promise<HttpResponse<Body>> {
    return client.post<Body>(`/api/objects/upload/${idOf(url)}/confirm`);
  }

  /** Requests an upload link and uploads a file. Returns the link. */
  async function uploadDirectly(client: HttpClient, file: Buffer): Promise<string> {
    const { uploadURL } = await requestLink(client, file.length);
    expect(await put(uploadURL, file)).toBe(200);
    return uploadURL;
  }

  const isIncoming = (url: string): Promise<boolean> => bucket.has(`incoming/${idOf(url)}`);
  const isKept = (url: string): Promise<boolean> => bucket.has(`objects/${idOf(url)}`);

  async function collect(now: () => Date = () => new Date()): Promise<void> {
    const dataSource = await createDataSource(database.appUrl, 3).initialize();
    try {
      await new AbandonedDocumentsService(dataSource, new BucketObjectStore(bucket), now).collectAbandoned();
    } finally {
      await dataSource.destroy();
    }
  }

  it('go to storage first, and are accepted once the bank has checked them [FILE-13]', async () => {
    const file = await picture();
    const url = await uploadDirectly(carol, file);
    expect(new URL(url).origin).toBe(s3.settings.endpoint);
    expect([await isIncoming(url), await isKept(url)]).toEqual([true, false]);

    const { status, body } = await confirm(carol, url);
    expect(status).toBe(200);
    expect(body).toMatchObject({ objectPath: `/objects/${idOf(url)}`, contentType: 'image/jpeg' });
    expect([await isIncoming(url), await isKept(url)]).toEqual([false, true]);
    // The original file and the picture of its page are stored encrypted.
    expect(body.bytes).toBe(file.length);
    const kept = [idOf(url), `${idOf(url)}.1`].map((name) => bucket.get(`objects/${name}`, Infinity));
    for (const sealed of await Promise.all(kept)) expect(sealed?.includes('JFIF')).toBe(false);
    expect((await carol.get(body.objectPath)).status).toBe(200);
    expect((await dave.get(body.objectPath)).status).toBe(404);
  });

  it('are visible to nobody before the check [FILE-13]', async () => {
    const url = await uploadDirectly(carol, await picture());
    expect((await carol.get(`/objects/${idOf(url)}`)).status).toBe(404);
    const [row] = await query(database.superUrl, 'select status, bytes from stored_object where id = $1', [
      idOf(url),
    ]);
    expect(row).toEqual({ status: 'issued', bytes: null });
  });

  it('use a link that is valid for ten minutes and for only one length, type and key', async () => {
    const file = await picture();
    const { uploadURL } = await requestLink(carol, file.length);
    const modify = (change: (copy: URL) => void): string => {
      const copy = new URL(uploadURL);
      change(copy);
      return copy.href;
    };
    expect(new URL(uploadURL).searchParams.get('X-Amz-Expires')).toBe('600');
    const refused = await Promise.all([
      put(uploadURL, Buffer.concat([file, file])),
      put(uploadURL, file.subarray(1)),
      put(uploadURL, file, { 'content-type': 'text/html' }),
      put(
        modify((copy) => (copy.pathname = copy.pathname.replace('/incoming/', '/objects/'))),
        file,
      ),
      put(
        modify((copy) => copy.searchParams.set('X-Amz-Expires', '6000')),
        file,
      ),
      put(
        modify((copy) => copy.searchParams.set('X-Amz-Signature', 'a'.repeat(64))),
        file,
      ),
      fetch(uploadURL).then(({ status }) => status),
    ]);
    expect(refused).toEqual(refused.map(() => 403));
    expect(await isIncoming(uploadURL)).toBe(false);
    expect(await put(uploadURL, file)).toBe(200);
  });

  it('can be confirmed only once, and only by the owner of the link', async () => {
    const url = await uploadDirectly(carol, await picture());
    expect((await confirm(dave, url)).status).toBe(404);
    expect((await confirm(new HttpClient(api.baseUrl), url)).status).toBe(401);
    const responses = await Promise.all([1, 2, 3, 4].map(() => confirm(carol, url)));
    // All other requests are refused: the link is used up, or another of the customer's uploads is in progress.
    const statuses = responses.map((response) => response.status).sort();
    expect([statuses[0], ...statuses.slice(1).filter((status) => status !== 403 && status !== 503)]).toEqual([
      200,
    ]);
    expect(await confirm(carol, url)).toMatchObject({ status: 403, body: { code: 'UPLOAD_LINK_INVALID' } });
  });

  it('cannot be confirmed without a file', async () => {
    const { uploadURL } = await requestLink(carol, 1000);
    expect(await confirm(carol, uploadURL)).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
    expect((await confirm(carol, uploadURL)).status).toBe(403);
  });

  it.each([
    ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'), 415],
    ['half a picture', null, 422],
  ])('leave nothing behind if refused: %s', async (_, file, status) => {
    const url = await uploadDirectly(carol, file ?? (await picture('png')).subarray(0, 40));
    expect((await confirm<ApiErrorBody>(carol, url)).status).toBe(status);
    expect([await isIncoming(url), await isKept(url)]).toEqual([false, false]);
    expect((await carol.get(`/objects/${idOf(url)}`)).status).toBe(404);
  });

  it("are limited to 10 MB and to the user's quota", async () => {
    const tooLarge = await carol.post<ApiErrorBody>('/api/objects/upload', { bytes: 10 * 1024 * 1024 + 1 });
    expect(tooLarge).toMatchObject({ status: 413, body: { code: 'FILE_TOO_LARGE' } });
    const odd = await carol.post<ApiErrorBody>('/api/objects/upload', { bytes: 1.5 });
    expect(odd).toMatchObject({ status: 400, body: { fields: ['bytes'] } });
    const responses = await Promise.all(
      Array.from({ length: 30 }, () => dave.post('/api/objects/upload', { bytes: 10 })),
    );
    expect(countByStatus(responses)).toEqual({ 201: 20, 422: 10 });
  });

  it('cannot replace a kept file through the same link, and the repeated upload is removed', async () => {
    const file = await picture();
    const url = await uploadDirectly(carol, file);
    expect((await confirm(carol, url)).status).toBe(200);
    const before = await bucket.get(`objects/${idOf(url)}`, Infinity);
    expect(await put(url, file)).toBe(200);
    expect((await confirm(carol, url)).status).toBe(403);
    expect((await bucket.get(`objects/${idOf(url)}`, Infinity))?.equals(before ?? Buffer.of())).toBe(true);
    await collect();
    expect(await isIncoming(url)).toBe(true);
    await collect(() => new Date(Date.now() + HOUR_MS + 60_000));
    expect([await isIncoming(url), await isKept(url)]).toEqual([false, true]);
  });

  it('are not offered if the request for a link does not state the size', async () => {
    const { body } = await carol.post<Upload>('/api/objects/upload');
    expect(body).toEqual({
      uploadURL: expect.stringMatching(/^\/objects\/uploads\//),
      isDirect: false,
    });
  });

  it('are allowed by the content security policy', async () => {
    const { headers } = await fetch(api.baseUrl);
    expect(headers.get('content-security-policy')).toContain(
      `connect-src 'self' ${s3.settings.endpoint ?? ''};`,
    );
  });

  describe('the bucket', () => {
    it('stores every checkpoint and the public key that verifies it', async () => {
      const dataDir = await temporaryFolder();
      const worker = await startWorker({ database, env: s3.env, dataDir });
      try {
        const folder = path.join(dataDir, 'checkpoints');
        // Leaves out incomplete files, which have other extensions.
        const written = async () =>
          new Map([...(await readTextFilesBelow(folder))].filter(([name]) => /\.(txt|pub)$/.test(name)));
        const inFolder = await waitFor(() => written().then((files) => files.size > 1 && files), {
          what: 'a checkpoint and its public key',
        });
        for (const [name, text] of inFolder) {
          const copy = await waitFor(() => bucket.get(`checkpoints/${name}`, 100_000), { what: name });
          expect(copy.toString()).toBe(text);
        }
        expect([...inFolder.keys()].some((name) => /^checkpoint-\d{15}\.txt$/.test(name))).toBe(true);
        expect([...inFolder.keys()].some((name) => /^keys\/[0-9a-f]+\.pub$/.test(name))).toBe(true);
      } finally {
        await worker.stop();
      }
    });

    it.each([
      ['has different content', 'position 11\n'],
      ['is too large', 'x'.repeat(10_001)],
    ])('does not overwrite a checkpoint file that %s [AUD-20]', async (_, content) => {
      const name = 'checkpoint-000000000000010.txt';
      await bucket.put(`checkpoints/${name}`, Buffer.from(content));
      expect(await new CheckpointBucket(bucket).write(name, 'position 10\n')).toBe('different');
      expect((await bucket.get(`checkpoints/${name}`, Infinity))?.toString()).toBe(content);
    });

    it('is copied to a folder and restored from it', async () => {
      const url = await uploadDirectly(carol, await picture());
      const { body } = await confirm(carol, url);
      const folder = await temporaryFolder();
      await copyBucket('down', folder, s3.env);
      const keys = [`objects/${idOf(url)}`, `objects/${idOf(url)}.1`];
      const contents = () => Promise.all(keys.map((key) => bucket.get(key, Infinity)));
      const before = await contents();
      for (const key of keys) await bucket.delete(key);
      expect((await carol.get(body.objectPath)).status).toBe(404);
      await copyBucket('up', folder, s3.env);
      expect(before).not.toContain(null);
      expect(await contents()).toEqual(before);
      expect((await carol.get(body.objectPath)).status).toBe(200);
    });

    it('loses no documents while it is unreachable; meanwhile, the API answers with 503', async () => {
      const url = await uploadDirectly(carol, await picture());
      const { body } = await confirm(carol, url);
      const elsewhere = await startApi({ database, env: { ...s3.env, S3_ENDPOINT: 'http://127.0.0.1:9' } });
      try {
        const client = new HttpClient(elsewhere.baseUrl);
        const headers = { cookie: carol.cookieHeader() };
        const response = await client.get<ApiErrorBody>(body.objectPath, { headers });
        expect(response).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } });
      } finally {
        await elsewhere.stop();
      }
      expect((await carol.get(body.objectPath)).status).toBe(200);
    });
  });
});
