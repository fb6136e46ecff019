import { connect, type Socket } from 'node:net';
import path from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { newAdmin, newCustomer, pdf, picture, putFile, requestUploadUrl } from './kyc.fixtures.js';
import { headOf, type ApiErrorBody } from '../payments/money.fixtures.js';
import { OBJECT_STORE_OF_RUN } from './object-stores.fixtures.js';
import { HttpClient, query, waitFor, use, useApi, useDemoDatabase } from '../harness/index.js';

interface StoredDocument {
  objectPath: string;
  contentType: string;
  bytes: number;
  pages: number;
}

const MARK = 'CANARY';

describe(`documents in ${OBJECT_STORE_OF_RUN.name}`, () => {
  const database = useDemoDatabase();
  const kept = use(
    () => OBJECT_STORE_OF_RUN.start(),
    (store) => store.stop(),
  );
  const api = useApi(() => ({ database, env: kept.env }));
  const admin = use(() => newAdmin(api.baseUrl, database));
  const carol = use(() => newCustomer(api.baseUrl, database));
  const dave = use(() => newCustomer(api.baseUrl, database));

  /** Makes earlier uploads 20 minutes older, so they do not count toward the limits. */
  beforeEach(() =>
    query(database.superUrl, `update stored_object set created_at = created_at - interval '20 minutes'`),
  );

  const idOf = (objectPath: string): string => path.basename(objectPath);

  async function upload(client: HttpClient, file: Buffer): Promise<StoredDocument> {
    const { status, body } = await putFile<StoredDocument>(client, await requestUploadUrl(client), file);
    expect({ status, body }).toMatchObject({ status: 200 });
    return body;
  }

  async function download(client: HttpClient, urlPath: string) {
    const response = await fetch(new URL(urlPath, api.baseUrl), {
      headers: { cookie: client.cookieHeader() },
    });
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      bytes: Buffer.from(await response.arrayBuffer()),
    };
  }

  async function linkOf(url: string): Promise<{ status: string; used: boolean } | undefined> {
    const [row] = await query<{ status: string; used: boolean }>(
      database.superUrl,
      'select status, used_at is not null as used from stored_object where id = $1',
      [idOf(new URL(url, api.baseUrl).pathname)],
    );
    return row;
  }

  describe('a document of several pages', () => {
    it('is served page by page as pictures, and as a PDF that the browser displays [FILE-20, FILE-8]', async () => {
      const file = twoPages();
      const { objectPath, pages, bytes } = await upload(carol, file);
      expect({ pages, bytes }).toEqual({ pages: 2, bytes: file.length });
      const [first, second, third] = await Promise.all(
        ['', '?page=2', '?page=3'].map((search) => download(carol, objectPath + search)),
      );
      expect([first?.status, second?.status, third?.status]).toEqual([200, 200, 404]);
      for (const page of [first, second]) {
        expect(page?.headers).toMatchObject({
          'content-type': expect.stringMatching(/^image\/(jpeg|png)$/),
          'content-disposition': expect.stringMatching(/^inline; filename="document\.(jpg|png)"$/),
          'content-security-policy': "sandbox; default-src 'none'",
          'cache-control': 'no-store',
        });
      }
      const whole = await download(carol, `${objectPath}/pdf`);
      expect(whole.headers).toMatchObject({
        'content-type': 'application/pdf',
        'content-disposition': 'inline; filename="document.pdf"',
        'content-security-policy': "default-src 'none'",
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'same-origin',
      });
      const text = whole.bytes.toString('latin1');
      expect(text).toMatch(/^%PDF-1\.\d[^]*%%EOF\s*$/);
      expect(text.match(/\/Type \/Page\b/g)).toHaveLength(2);
      // The original is kept, and never served.
      expect(text).not.toContain(MARK);
      expect((await download(dave, `${objectPath}/pdf`)).status).toBe(404);
      expect((await download(dave, `${objectPath}?page=2`)).status).toBe(404);
      expect((await download(carol, `${objectPath}?page=0`)).status).toBe(400);
    });

    it('is stored encrypted, and so is its original [FILE-21]', async () => {
      const before = (await kept.files(api.dataDir)).length;
      await upload(carol, twoPages());
      const files = await kept.files(api.dataDir);
      expect(files.length - before).toBe(3);
      for (const plain of [MARK, '%PDF', 'JFIF', 'IHDR']) {
        expect(files.filter((file) => file.includes(plain))).toEqual([]);
      }
    });

    it('is served, except for a page that was replaced in the store by a copy of another page [FILE-10, FILE-21]', async () => {
      const id = idOf((await upload(carol, twoPages())).objectPath);
      await kept.write(api.dataDir, `${id}.2`, await kept.read(api.dataDir, `${id}.1`));
      expect((await download(carol, `/objects/${id}`)).status).toBe(200);
      expect((await download(carol, `/objects/${id}?page=2`)).status).toBe(500);
    });

    it('is not served if its digests were changed in the database [FILE-10]', async () => {
      const id = idOf((await upload(carol, twoPages())).objectPath);
      await query(database.superUrl, 'update stored_object set page_sha256[2] = sha256 where id = $1', [id]);
      expect((await download(carol, `/objects/${id}`)).status).toBe(500);
    });
  });

  describe("an admin's view of a document", () => {
    const entriesOf = async (id: string): Promise<number> => {
      const rows = await query(
        database.superUrl,
        `select from access_log where details like '%' || $1 || '%'`,
        [id],
      );
      return rows.length;
    };

    it('is recorded once for all pages opened within 15 minutes, separately for each admin [FILE-9]', async () => {
      const { objectPath } = await upload(carol, twoPages());
      const [id, other] = [idOf(objectPath), await newAdmin(api.baseUrl, database)];
      const head = await headOf(database);
      const looks = ['', '?page=2', '/pdf', ''].map((rest) => download(admin, objectPath + rest));
      expect((await Promise.all(looks)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      await download(admin, `${objectPath}?page=2`);
      expect([(await headOf(database)) - head, await entriesOf(id)]).toEqual([1, 1]);

      await download(other, objectPath);
      expect([(await headOf(database)) - head, await entriesOf(id)]).toEqual([2, 2]);

      await query(
        database.superUrl,
        `set session_replication_role = replica;
         update access_log set recorded_at = recorded_at - interval '16 minutes' where details like '%${id}%';
         set session_replication_role = default`,
      );
      await download(admin, objectPath);
      expect([(await headOf(database)) - head, await entriesOf(id)]).toEqual([3, 3]);
    });
  });

  describe('an upload', () => {
    it.each([
      ['without a session', 'anonymous', { 'content-length': '1000' }, 401, 'NOT_SIGNED_IN'],
      [
        'with the link of another customer',
        'other',
        { 'content-length': '1000' },
        403,
        'UPLOAD_LINK_INVALID',
      ],
      ['that is too large', 'own', { 'content-length': '10485761' }, 413, 'FILE_TOO_LARGE'],
      ['without a length', 'own', { 'transfer-encoding': 'chunked' }, 400, 'MALFORMED_REQUEST'],
    ] as const)(
      '%s is refused before its body is read [FILE-22]',
      async (_, sender, headers, status, code) => {
        const client = { anonymous: new HttpClient(api.baseUrl), other: dave, own: carol }[sender];
        const url = await requestUploadUrl(carol);
        const begun = beginUpload(client, url, headers);
        const answer = await begun.answer;
        begun.socket.destroy();
        expect([answer.status, answer.body.code]).toEqual([status, code]);
        // The refused upload did not use up the link.
        expect((await putFile(carol, url, await picture())).status).toBe(200);
      },
    );

    it('is refused before its body is read if the quota has no room for it [FILE-7, FILE-22]', async () => {
      const erin = await newCustomer(api.baseUrl, database);
      const { objectPath } = await upload(erin, await picture());
      await query(
        database.superUrl,
        'update stored_object set bytes = 60 * 1024 * 1024 - 1000 where id = $1',
        [idOf(objectPath)],
      );
      const begun = beginUpload(erin, await requestUploadUrl(erin), { 'content-length': '1001' });
      expect(await begun.answer).toMatchObject({ status: 422, body: { code: 'UPLOAD_QUOTA_EXCEEDED' } });
      begun.socket.destroy();
      expect((await putFile(erin, await requestUploadUrl(erin), await picture())).status).toBe(200);
    });

    it("is refused while another of the customer's uploads is arriving, and its link stays valid [FILE-22, FILE-23, FILE-39]", async () => {
      const [firstUrl, secondUrl] = [await requestUploadUrl(carol), await requestUploadUrl(carol)];
      const file = await picture();
      const begun = beginUpload(carol, firstUrl, { 'content-length': String(file.length) });
      begun.socket.write(file.subarray(0, 10));
      await waitFor(async () => (await linkOf(firstUrl))?.used === true, { what: 'the upload to begin' });
      const refused = await putFile<ApiErrorBody>(carol, secondUrl, file);
      expect(refused).toMatchObject({
        status: 503,
        body: {
          code: 'BUSY',
          message: "We're checking many documents right now. Please try again in a moment",
        },
      });
      expect(refused.headers.get('retry-after')).toBe('5');
      const link = await carol.post('/api/objects/upload', { bytes: file.length });
      expect([link.status, link.headers.get('retry-after')]).toEqual([503, '5']);
      expect((await putFile(dave, await requestUploadUrl(dave), file)).status).toBe(200);
      begun.socket.write(file.subarray(10));
      expect(await begun.answer).toMatchObject({ status: 200 });
      begun.socket.destroy();
      expect((await putFile(carol, secondUrl, file)).status).toBe(200);
    });

    it('that is cut off leaves nothing behind [FILE-20]', async () => {
      const before = (await kept.files(api.dataDir)).length;
      const url = await requestUploadUrl(carol);
      const begun = beginUpload(carol, url, { 'content-length': '100000' });
      begun.socket.write(Buffer.alloc(50_000));
      await waitFor(async () => (await linkOf(url))?.used === true, { what: 'the upload to begin' });
      begun.socket.destroy();
      await waitFor(async () => (await linkOf(url))?.status === 'discarded', {
        what: 'the upload to be discarded',
      });
      expect((await kept.files(api.dataDir)).length).toBe(before);
    });
  });

  /** Sends only the headers of an upload. `answer` is the API's response, which may come before the body is sent. */
  function beginUpload(
    client: HttpClient,
    url: string,
    headers: Readonly<Record<string, string>>,
  ): { socket: Socket; answer: Promise<{ status: number; body: ApiErrorBody }> } {
    const socket = connect(api.port, '127.0.0.1');
    socket.on('error', () => undefined);
    const lines = Object.entries({
      ...{ host: new URL(api.baseUrl).host, origin: api.baseUrl, cookie: client.cookieHeader() },
      ...headers,
    }).map(([name, value]) => `${name}: ${value}`);
    socket.write(`PUT ${url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
    const answer = new Promise<{ status: number; body: ApiErrorBody }>((resolve, reject) => {
      let text = '';
      socket.on('data', (data) => {
        text += data.toString();
        const [head = '', body = ''] = text.split('\r\n\r\n', 2);
        const length = /content-length: (\d+)/i.exec(head)?.[1];
        if (length === undefined || body.length < Number(length)) return;
        resolve({ status: Number(head.split(' ')[1]), body: JSON.parse(body) as ApiErrorBody });
      });
      socket.once('close', () => reject(new Error('closed without an answer')));
    });
    answer.catch(() => undefined);
    return { socket, answer };
  }
});

/** Creates a PDF of two pages with a mark in a comment. */
function twoPages(): Buffer {
  const text = pdf({
    objects: `% ${MARK}
5 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 100 200] /Contents 4 0 R >> endobj`,
  }).toString('latin1');
  return Buffer.from(text.replace('/Kids [3 0 R] /Count 1', '/Kids [3 0 R 5 0 R] /Count 2'), 'latin1');
}
