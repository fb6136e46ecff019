import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { SEAL_BYTES, SealBrokenError, sealStream, unsealStream } from './sealed-stream.js';

const KEY = Buffer.alloc(32, 1);
const OLD_KEY = Buffer.alloc(32, 2);
const NAME = '0b9f6c1e-4d0a-4a49-9d5e-0f4a5f3f8a11.1';

function inChunks(bytes: Buffer, size: number): AsyncIterable<Buffer> {
  const count = Math.ceil(bytes.length / size);
  return Readable.from(
    Array.from({ length: count }, (_, index) => bytes.subarray(index * size, (index + 1) * size)),
  );
}

async function read(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}

const sealAll = (bytes: Buffer, key = KEY, name = NAME, size = 7) =>
  read(sealStream(inChunks(bytes, size), key, name));
const unsealAll = (bytes: Buffer, keys = [KEY], name = NAME, size = 7) =>
  read(unsealStream(inChunks(bytes, size), keys, name));

describe('a sealed stream', () => {
  it('yields its content when opened, whatever the size of the chunks, and is longer than the content by a constant [FILE-21]', async () => {
    const sizes = fc.integer({ min: 1, max: 70 });
    const content = fc.uint8Array({ maxLength: 200 });
    await fc.assert(
      fc.asyncProperty(content, sizes, sizes, async (bytes, sealSize, openSize) => {
        const sealed = await sealAll(Buffer.from(bytes), KEY, NAME, sealSize);
        const opened = await unsealAll(sealed, [OLD_KEY, KEY], NAME, openSize);
        return sealed.length === bytes.length + SEAL_BYTES && opened.equals(bytes);
      }),
    );
  });

  it('differs each time and shows nothing of its content', async () => {
    const bytes = Buffer.from('CANARY'.repeat(100));
    const [one, other] = [await sealAll(bytes), await sealAll(bytes)];
    expect(one.equals(other)).toBe(false);
    expect(one.includes('CANARY')).toBe(false);
  });

  it('does not open if it was changed, truncated, swapped with another or sealed with an unknown key [FILE-21]', async () => {
    const bytes = randomBytes(100);
    const sealed = await sealAll(bytes);
    const changes = [8, 20, 60, sealed.length - 1].map((at) => {
      const changed = Buffer.from(sealed);
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
      return unsealAll(changed);
    });
    const attempts = [
      ...changes,
      unsealAll(sealed.subarray(0, -1)),
      unsealAll(sealed.subarray(0, 10)),
      unsealAll(Buffer.alloc(0)),
      unsealAll(sealed, [KEY], NAME.replace('.1', '.2')),
      unsealAll(sealed, [OLD_KEY]),
      unsealAll(bytes),
    ];
    const outcomes = await Promise.allSettled(attempts);
    expect(outcomes.map((outcome) => outcome.status === 'rejected' && (outcome.reason as unknown))).toEqual(
      outcomes.map(() => expect.any(SealBrokenError)),
    );
  });
});
