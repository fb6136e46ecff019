import { beforeEach, describe, expect, it } from '@jest/globals';
import { createHmac, randomUUID } from 'node:crypto';
import path from 'node:path';
import sharp from 'sharp';
import { AbandonedDocumentsService } from '../../src/kyc/documents/abandoned-documents.service.js';
import { uploadPathOf } from '../../src/kyc/documents/upload-link.js';
import { createDataSource } from '../../src/platform/database/data-source.js';
import { waitUntilBlocked } from '../identity/gates.fixtures.js';
import {
  newCustomer,
  newestEvent,
  picture,
  putFile,
  refuseEvents,
  uploadFile,
  requestUploadUrl,
} from './kyc.fixtures.js';
import { headOf, countByStatus, userIdOf, type ApiErrorBody } from '../payments/money.fixtures.js';
import { holdRow } from '../ops/graceful-stop.fixtures.js';
import { testServer } from '../harness/database.js';
import { OBJECT_STORE_OF_RUN } from './object-stores.fixtures.js';
import { HttpClient, query, use, useApi, useDemoDatabase, useSession } from '../harness/index.js';
import { itInPostgres } from '../harness/log-in-kurrentdb.js';

describe(`objects in ${OBJECT_STORE_OF_RUN.name}`, () => {
  const database = useDemoDatabase();
  const kept = use(
    () => OBJECT_STORE_OF_RUN.start(),
    (store) => store.stop(),
  );
  const api = useApi(() => ({ database, env: kept.env }));
  const admin = useSession(api, 'admin');
  const carol = use(() => newCustomer(api.baseUrl, database));
  const dave = use(() => newCustomer(api.baseUrl, database));

  /** Makes earlier uploads 20 minutes older and discards them, so they do not count toward the limits. */
  beforeEach(async () => {
    await query(
      database.superUrl,
      `update stored_object set created_at = created_at - interval '20 minutes'`,
    );
    await query(
      database.superUrl,
      `update stored_object set status = 'discarded' where status <> 'attached'`,
    );
  });

  const idOf = (objectPath: string): string => path.basename(objectPath);
  const files = (): Promise<Buffer[]> => kept.files(api.dataDir);

  /** Downloads an object as raw bytes. */
  async function download(
    client: HttpClient,
    objectPath: string,
  ): Promise<{ response: Response; bytes: Buffer }> {
    const response = await fetch(new URL(objectPath, api.baseUrl), {
      headers: { cookie: client.cookieHeader() },
    });
    return { response, bytes: Buffer.from(await response.arrayBuffer()) };
  }

  async function stored(id: string): Promise<{ status: string; bytes: number | null } | undefined> {
    const rows = await query<{ status: string; bytes: number | null }>(
      database.superUrl,
      'select status, bytes from stored_object where id = $1',
      [id],
    );
    return rows[0];
  }

  describe('an uploaded picture', () => {
    it('is re-encoded upright and without its location [FILE-1, FILE-4, FILE-10]', async () => {
      const original = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#7a9' } })
        .withExif({
          IFD0: { Copyright: 'CANARY' },
          IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '37/1 46/1 2994/100' },
        })
        .withMetadata({ orientation: 6 })
        .jpeg()
        .toBuffer();
      expect(original.includes('CANARY')).toBe(true);

      const { status, body } = await putFile(carol, await requestUploadUrl(carol), original);
      expect({ status, body }).toMatchObject({
        status: 200,
        body: { objectPath: expect.stringMatching(/^\/objects\/[0-9a-f-]{36}$/), contentType: 'image/jpeg' },
      });
      const { response, bytes } = await download(carol, body.objectPath);
      const metadata = await sharp(bytes).metadata();
      expect(metadata).toMatchObject({ format: 'jpeg', width: 40, height: 60 });
      expect(metadata.exif).toBeUndefined();
      expect(metadata.xmp).toBeUndefined();
      expect(body).toMatchObject({ bytes: original.length, pages: 1 });
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': 'image/jpeg',
        'content-disposition': 'inline; filename="document.jpg"',
        'content-security-policy': "sandbox; default-src 'none'",
        'cross-origin-resource-policy': 'same-origin',
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
      });
      expect((await files()).some((file) => file.includes('CANARY'))).toBe(false);
    });

    it('gets its type from its content, and loses data appended to the picture [FILE-3]', async () => {
      const polyglot = Buffer.concat([
        await picture('png'),
        Buffer.from('<html><script>alert(document.domain)</script></html>'),
      ]);
      const { status, body } = await putFile(carol, await requestUploadUrl(carol), polyglot, {
        'content-type': 'text/html',
      });
      expect(status).toBe(200);
      const { response, bytes } = await download(carol, body.objectPath);
      expect(response.headers.get('content-type')).toBe('image/png');
      expect(bytes.includes('script')).toBe(false);
    });
  });

  describe('an unacceptable file', () => {
    const cases: readonly [string, () => Buffer | Promise<Buffer>, number, RegExp][] = [
      [
        'HTML declared as PNG',
        () => Buffer.from('<!doctype html><script>alert(1)</script>'),
        415,
        /^Upload an image \(JPEG, PNG, HEIC, WebP, AVIF, TIFF or GIF\) or a PDF$/,
      ],
      [
        'the start of a PNG',
        async () => (await picture('png')).subarray(0, 40),
        422,
        /^This file is damaged or incomplete/,
      ],
    ];

    it.each(cases)('is refused: %s [FILE-5]', async (_, make, status, message) => {
      const head = await headOf(database);
      const before = await files();
      const url = await requestUploadUrl(carol);
      const response = await putFile<ApiErrorBody>(carol, url, await make());
      expect(response).toMatchObject({ status, body: { message: expect.stringMatching(message) } });
      const id = idOf(new URL(url, api.baseUrl).pathname);
      expect(await stored(id)).toEqual({ status: 'discarded', bytes: null });
      expect((await carol.get(`/objects/${id}`)).status).toBe(404);
      expect(await files()).toHaveLength(before.length);
      expect(await headOf(database)).toBe(head);
    });

    it('is refused if it is larger than 10 MB [FILE-2]', async () => {
      const large = Buffer.concat([await picture(), Buffer.alloc(11 * 1024 * 1024)]);
      const announced = await putFile<ApiErrorBody>(carol, await requestUploadUrl(carol), large);
      expect(announced).toMatchObject({
        status: 413,
        body: { code: 'FILE_TOO_LARGE', message: 'File size must be less than 10MB' },
      });
    });

    it('is refused if its body is compressed or JSON', async () => {
      const file = await picture();
      const compressed = await putFile(carol, await requestUploadUrl(carol), file, {
        'content-encoding': 'gzip',
      });
      expect(compressed.status).toBe(415);
      const json = await carol.put(await requestUploadUrl(carol), { file: file.toString('base64') });
      expect(json.status).toBe(415);
    });
  });

  describe('an upload link', () => {
    const INVALID = { status: 403, body: { code: 'UPLOAD_LINK_INVALID' } };

    it('works for one file [FILE-6]', async () => {
      const url = await requestUploadUrl(carol);
      expect((await putFile(carol, url, await picture())).status).toBe(200);
      expect(await putFile(carol, url, await picture())).toMatchObject(INVALID);
    });

    it('works for only one of several concurrent uploads', async () => {
      const [url, file] = [await requestUploadUrl(carol), await picture()];
      const release = await holdRow(database, 'stored_object', idOf(new URL(url, api.baseUrl).pathname));
      const uploads = [1, 2, 3, 4].map(() => putFile(carol, url, file));
      try {
        await waitUntilBlocked(database, uploads);
      } finally {
        await release();
      }
      const responses = await Promise.all(uploads);
      expect(countByStatus(responses)).toEqual({ 200: 1, 403: 3 });
      const accepted = responses.find(({ status }) => status === 200);
      expect((await carol.get(accepted?.body.objectPath ?? '')).status).toBe(200);
    });

    it('is used up by a refused file', async () => {
      const url = await requestUploadUrl(carol);
      expect((await putFile(carol, url, Buffer.from('<svg/>'))).status).toBe(415);
      expect(await putFile(carol, url, await picture())).toMatchObject(INVALID);
    });

    it('works only for its user [FILE-6]', async () => {
      const [url, file] = [await requestUploadUrl(carol), await picture()];
      expect(await putFile(dave, url, file)).toMatchObject(INVALID);
      expect(await putFile(admin, url, file)).toMatchObject(INVALID);
      const anonymous = new HttpClient(api.baseUrl);
      expect((await putFile(anonymous, url, file)).status).toBe(401);
      expect((await putFile(carol, url, file)).status).toBe(200);
    });

    it('cannot be forged, changed or extended [FILE-6]', async () => {
      const url = new URL(await requestUploadUrl(carol), api.baseUrl);
      const file = await picture();
      const modify = (change: (copy: URL) => void): string => {
        const copy = new URL(url);
        change(copy);
        return copy.pathname + copy.search;
      };
      const signature = url.searchParams.get('signature') ?? '';
      const expires = Number(url.searchParams.get('expires'));
      const forgeries = [
        modify((copy) =>
          copy.searchParams.set('signature', `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`),
        ),
        modify((copy) => copy.searchParams.set('expires', String(expires + 1))),
        modify((copy) => {
          copy.pathname = `/objects/uploads/${randomUUID()}`;
        }),
      ];
      for (const forgery of forgeries) {
        expect(await putFile(carol, forgery, file)).toMatchObject(INVALID);
      }
      const bare = modify((copy) => {
        copy.search = '';
      });
      expect((await putFile(carol, bare, file)).status).toBe(400);
      expect((await putFile(carol, url.pathname + url.search, file)).status).toBe(200);
    });

    it('expires after ten minutes, even with a valid signature [FILE-6]', async () => {
      const url = new URL(await requestUploadUrl(carol), api.baseUrl);
      const id = idOf(url.pathname);
      const until = Number(url.searchParams.get('expires')) - Date.now();
      expect(until).toBeGreaterThan(9 * 60_000);
      expect(until).toBeLessThanOrEqual(10 * 60_000);
      const past = new Date(Date.now() - 1000);
      await query(database.superUrl, 'update stored_object set expires_at = $2 where id = $1', [id, past]);
      const key = createHmac('sha256', Buffer.from(testServer().secretKey, 'base64url'))
        .update('moniker:objects')
        .digest();
      const link = { id, userId: await userIdOf(carol), expiresAt: past };
      const file = await picture();
      expect(await putFile(carol, uploadPathOf(link, key), file)).toMatchObject(INVALID);
      // The signature is valid, but the link expires later than the stored expiry allows.
      const longer = { ...link, expiresAt: new Date(Date.now() + 60_000) };
      expect(await putFile(carol, uploadPathOf(longer, key), file)).toMatchObject(INVALID);
    });

    it('is refused when used from another site', async () => {
      const [url, file] = [await requestUploadUrl(carol), await picture()];
      const refused = { status: 403, body: { code: 'ORIGIN_FOREIGN' } };
      expect(await putFile(carol, url, file, { origin: 'https://evil.example' })).toMatchObject(refused);
      expect(await putFile(carol, url, file, { 'sec-fetch-site': 'cross-site' })).toMatchObject(refused);
      const foreign = await carol.post('/api/objects/upload', undefined, {
        headers: { origin: 'https://evil.example' },
      });
      expect(foreign).toMatchObject(refused);
    });
  });

  describe('the upload quota of a user', () => {
    it('allows 20 files, counting open links [FILE-7]', async () => {
      for (let count = 0; count < 19; count += 1) await requestUploadUrl(dave);
      await uploadFile(dave, picture());
      const refused = await dave.post<ApiErrorBody>('/api/objects/upload');
      expect(refused).toMatchObject({ status: 422, body: { code: 'UPLOAD_QUOTA_EXCEEDED' } });
      expect((await carol.post('/api/objects/upload')).status).toBe(201);
    });

    it('holds for concurrent requests', async () => {
      const responses = await Promise.all(Array.from({ length: 30 }, () => dave.post('/api/objects/upload')));
      expect(countByStatus(responses)).toEqual({ 201: 20, 422: 10 });
    });

    it('allows 60 MB in all [FILE-7]', async () => {
      const first = await uploadFile(dave, picture());
      const url = await requestUploadUrl(dave);
      await query(database.superUrl, 'update stored_object set bytes = $2 where id = $1', [
        idOf(first),
        60 * 1024 * 1024,
      ]);
      expect(await putFile(dave, url, await picture())).toMatchObject({
        status: 422,
        body: { code: 'UPLOAD_QUOTA_EXCEEDED' },
      });
      expect((await dave.post('/api/objects/upload')).status).toBe(422);
    });

    it('refuses a link for a file that would exceed it, and does not count files attached to applications [FILE-7, FILE-39]', async () => {
      const first = await uploadFile(dave, picture());
      const set = (assignment: string) =>
        query(database.superUrl, `update stored_object set ${assignment} where id = $1`, [idOf(first)]);
      await set('bytes = 60 * 1024 * 1024 - 1000');
      const link = async (bytes: number) => (await dave.post('/api/objects/upload', { bytes })).status;
      expect(await link(1001)).toBe(422);
      expect(await link(1000)).toBe(201);
      await set(`status = 'attached'`);
      expect(await link(1001)).toBe(201);
    });

    it('allows 30 links in ten minutes, including links whose upload was refused [FILE-7]', async () => {
      for (let count = 0; count < 30; count += 1) {
        expect((await putFile(dave, await requestUploadUrl(dave), Buffer.from('<svg/>'))).status).toBe(415);
      }
      const refused = await dave.post<ApiErrorBody>('/api/objects/upload');
      expect(refused).toMatchObject({ status: 429, body: { code: 'TOO_MANY_REQUESTS' } });
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(500);
    });
  });

  describe('a stored file', () => {
    it('is served to its owner, while other customers get the same 404 as for an unknown file [FILE-8]', async () => {
      const objectPath = await uploadFile(carol, picture());
      const head = await headOf(database);
      expect((await download(carol, objectPath)).response.status).toBe(200);
      expect(await headOf(database)).toBe(head);
      const [other, none] = [await dave.get(objectPath), await dave.get(`/objects/${randomUUID()}`)];
      expect(other.status).toBe(404);
      expect(other.body).toEqual(none.body);
      expect((await new HttpClient(api.baseUrl).get(objectPath)).status).toBe(401);
      expect(await headOf(database)).toBe(head);
    });

    it('is served to an admin after the access is recorded as an event [FILE-9]', async () => {
      const objectPath = await uploadFile(carol, picture());
      const head = await headOf(database);
      const { response } = await download(admin, objectPath);
      expect(response.status).toBe(200);
      expect(await headOf(database)).toBe(head + 1);
      expect(await newestEvent(database)).toMatchObject({
        type: 'IdentityDocumentRead',
        actor: `user:${await userIdOf(admin)}`,
        payload: { documentId: idOf(objectPath), userId: await userIdOf(carol) },
      });
    });

    itInPostgres('is served only to its owner if admin access cannot be recorded [FILE-9]', async () => {
      const objectPath = await uploadFile(carol, picture());
      const head = await headOf(database);
      const allowAgain = await refuseEvents(database, 'IdentityDocumentRead');
      try {
        const { response, bytes } = await download(admin, objectPath);
        expect(response.status).toBe(500);
        expect(JSON.parse(bytes.toString())).toMatchObject({ code: 'INTERNAL' });
        expect((await download(carol, objectPath)).response.status).toBe(200);
      } finally {
        await allowAgain();
      }
      expect(await headOf(database)).toBe(head);
      expect((await download(admin, objectPath)).response.status).toBe(200);
    });

    it.each([
      '/objects/..%2f..%2fetc%2fpasswd',
      '/objects/%2e%2e%2f%2e%2e%2fetc%2fpasswd',
      '/objects/uploads',
      '/objects/00000000-0000-0000-0000-00000000000g',
      '/objects/%00',
      '/objects/uploads/..%2fx',
    ])('is served only at its own path, not at %s [FILE-10]', async (objectPath) => {
      const response = await carol.get(objectPath);
      expect(response.status).toBe(404);
      expect(response.body).toMatchObject({ statusCode: 404 });
    });

    it('is not served if it was changed in the store [FILE-10]', async () => {
      const objectPath = await uploadFile(carol, picture());
      await kept.write(api.dataDir, `${idOf(objectPath)}.1`, await picture());
      expect((await carol.get(objectPath)).status).toBe(500);
    });
  });

  describe('the files of a deleted user', () => {
    it('are erased, with all pages [ADM-10]', async () => {
      const erin = await newCustomer(api.baseUrl, database);
      const objectPath = await uploadFile(erin, picture());
      await query(database.superUrl, `update stored_object set status = 'attached' where id = $1`, [
        idOf(objectPath),
      ]);
      expect(await kept.has(api.dataDir, idOf(objectPath))).toBe(true);
      expect((await admin.delete(`/api/admin/users/${await userIdOf(erin)}`)).status).toBe(204);
      expect((await admin.get(objectPath)).status).toBe(404);
      // An hour later, all upload links of the user have expired.
      const inAnHour = () => new Date(Date.now() + 61 * 60_000);
      const dataSource = await createDataSource(database.appUrl, 3).initialize();
      try {
        await new AbandonedDocumentsService(dataSource, kept.store(api.dataDir), inAnHour).collectAbandoned();
      } finally {
        await dataSource.destroy();
      }
      expect(await kept.has(api.dataDir, idOf(objectPath))).toBe(false);
      expect(await kept.has(api.dataDir, `${idOf(objectPath)}.1`)).toBe(false);
    });
  });

  describe('the collector of abandoned objects', () => {
    it('removes unused links and discarded files after an hour, and unattached files after a day [FILE-11]', async () => {
      const age = (objectPath: string, interval: string) =>
        query(
          database.superUrl,
          `update stored_object set created_at = created_at - $2::interval, changed_at = changed_at - $2::interval
            where id = $1`,
          [idOf(objectPath), interval],
        );
      const link = async () => new URL(await requestUploadUrl(carol), api.baseUrl).pathname;
      const [oldLink, newLink] = [await link(), await link()];
      const oldFile = await uploadFile(carol, picture());
      const newFile = await uploadFile(carol, picture());
      const attached = await uploadFile(carol, picture());
      const oldDiscarded = await uploadFile(carol, picture());
      const newDiscarded = await uploadFile(carol, picture());
      await age(oldLink, '61 minutes');
      await age(oldFile, '25 hours');
      await age(newFile, '23 hours');
      await age(attached, '25 hours');
      await age(oldDiscarded, '61 minutes');
      const mark = (objectPath: string, status: string) =>
        query(database.superUrl, 'update stored_object set status = $2 where id = $1', [
          idOf(objectPath),
          status,
        ]);
      await mark(attached, 'attached');
      for (const file of [oldDiscarded, newDiscarded]) await mark(file, 'discarded');

      const dataSource = await createDataSource(database.appUrl, 3).initialize();
      try {
        const collector = () =>
          new AbandonedDocumentsService(dataSource, kept.store(api.dataDir), () => new Date());
        const counts = await Promise.all([collector().collectAbandoned(), collector().collectAbandoned()]);
        expect(counts[0] + counts[1]).toBeGreaterThanOrEqual(2);
        expect(await collector().collectAbandoned()).toBe(0);
      } finally {
        await dataSource.destroy();
      }
      const statusOf = async (objectPath: string) => (await stored(idOf(objectPath)))?.status;
      const collected = [oldLink, oldFile, oldDiscarded];
      expect(await Promise.all(collected.map(statusOf))).toEqual([undefined, undefined, undefined]);
      const kinds = await Promise.all([newLink, newFile, attached, newDiscarded].map(statusOf));
      expect(kinds).toEqual(['issued', 'stored', 'attached', 'discarded']);
      const has = (objectPath: string) => kept.has(api.dataDir, idOf(objectPath));
      expect(await Promise.all([oldFile, oldDiscarded].map(has))).toEqual([false, false]);
      expect(await Promise.all([newFile, attached, newDiscarded].map(has))).toEqual([true, true, true]);
    });
  });
});
