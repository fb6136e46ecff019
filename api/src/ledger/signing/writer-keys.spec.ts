import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { BatchSigner } from './batch-signer.js';
import { pinWriterKey, readTrustedWriters } from './writer-key-files.js';
import { formatWriterKey, parseWriterKey, WriterKeyError } from './writer-keys.js';

const SIGNER = new BatchSigner(Buffer.alloc(32, 1));
const OTHER = new BatchSigner(Buffer.alloc(32, 2));
const { publicKey, id: keyId } = SIGNER.key;

describe('the file of a writer key', () => {
  it.each([
    ['a key in use', null],
    ['a retired key', 5_000],
  ])('round-trips for %s', (_what, to) => {
    const key = { publicKey, from: 101, to };
    expect(parseWriterKey(formatWriterKey(key))).toEqual({ id: keyId, ...key });
  });

  it('may have blank lines and any line endings', () => {
    const text = formatWriterKey({ publicKey, from: 1, to: 9 }).replaceAll('\n', '\r\n\r\n');
    expect(parseWriterKey(text)).toMatchObject({ from: 1, to: 9 });
  });

  it.each([
    ['the wrong title', ['key 1', 'key 2']],
    ['no first position', ['from 1\n', '']],
    ['a first position of zero', ['from 1', 'from 0']],
    ['a short key', [publicKey, publicKey.slice(1)]],
    ['an extra line', ['from 1\n', 'from 1\nuntil 2\n']],
  ])('is rejected if it has %s', (_what, [from = '', to = '']) => {
    const text = formatWriterKey({ publicKey, from: 1, to: null });
    expect(text).toContain(from);
    expect(() => parseWriterKey(text.replace(from, to))).toThrow(WriterKeyError);
  });
});

describe('a folder of writer keys', () => {
  let folder: string;
  const fileOf = (signer: BatchSigner) => path.join(folder, 'keys', `${signer.key.id}.pub`);
  const pin = (signer: BatchSigner, end: number) => pinWriterKey(path.join(folder, 'keys'), signer, end);

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'writer-keys-'));
  });

  afterAll(() => rm(folder, { recursive: true }));

  it('has no keys before a writer first starts', async () => {
    await expect(readTrustedWriters(path.join(folder, 'keys'))).resolves.toBeNull();
  });

  it('keeps the first signed position of a key when its writer starts again [LED-21]', async () => {
    await Promise.all([pin(SIGNER, 100), pin(SIGNER, 100), pin(SIGNER, 100)]);
    await pin(SIGNER, 250);

    await expect(readFile(fileOf(SIGNER), 'utf8')).resolves.toBe(
      `moniker ledger writer key 1\nkey ${publicKey}\nfrom 101\n`,
    );
  });

  it("requires every event to be signed, from the lowest of its keys' first positions onward [LED-21]", async () => {
    await pin(OTHER, 300);

    const writers = await readTrustedWriters(path.join(folder, 'keys'));

    expect(writers?.signedFrom).toBe(101);
    expect([...(writers?.keys.values() ?? [])].map(({ id, from }) => [id, from]).sort()).toEqual(
      [
        [keyId, 101],
        [OTHER.key.id, 301],
      ].sort(),
    );
  });

  it('refuses a retired key after its last position [LED-21]', async () => {
    await writeFile(fileOf(OTHER), formatWriterKey({ publicKey: OTHER.key.publicKey, from: 301, to: 400 }));

    await expect(pin(OTHER, 399)).resolves.toBeUndefined();
    await expect(pin(OTHER, 400)).rejects.toThrow('signs no event after 400');
  });

  it('refuses a writer if its log is shorter than when its key was first used', async () => {
    await expect(pin(SIGNER, 99)).rejects.toThrow('an older backup');
  });

  it('is refused if one of its files is broken, and the error names that file', async () => {
    await writeFile(fileOf(OTHER), '');

    await expect(readTrustedWriters(path.join(folder, 'keys'))).rejects.toThrow(fileOf(OTHER));
    await expect(pin(OTHER, 400)).rejects.toThrow("isn't the key file of a writer");
  });

  it('is optional: a single key file can be given instead', async () => {
    await expect(readTrustedWriters(fileOf(SIGNER))).resolves.toMatchObject({ signedFrom: 101 });
  });
});
