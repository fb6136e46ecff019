import { Readable } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { encodeFrame, type Frame, readFrames } from './frames.js';

async function read(chunks: readonly Buffer[]): Promise<Frame[]> {
  const frames: Frame[] = [];
  for await (const frame of readFrames(Readable.from(chunks) as AsyncIterable<Buffer>)) frames.push(frame);
  return frames;
}

describe('messages from the file converter', () => {
  it('are read as they were sent, however the bytes are divided', async () => {
    const frame = fc.record({
      tag: fc.constantFrom<Frame['tag'][]>('started', 'jpeg', 'png', 'end', 'refused'),
      bytes: fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(frame), fc.integer({ min: 1, max: 50 }), async (frames, size) => {
        const sent = Buffer.concat(frames.map(encodeFrame));
        const count = Math.ceil(sent.length / size);
        const chunks = Array.from({ length: count }, (_, at) => sent.subarray(at * size, (at + 1) * size));
        expect(await read(chunks)).toEqual(frames);
      }),
    );
  });

  it('are not returned while incomplete, and are returned as a refusal if their bytes are invalid [FILE-5]', async () => {
    expect(await read([encodeFrame({ tag: 'jpeg', bytes: Buffer.alloc(9) }).subarray(0, 10)])).toEqual([]);
    const refusal = [{ tag: 'refused', bytes: Buffer.of() }];
    expect(await read([Buffer.from('HTTP/1.1 200 OK')])).toEqual(refusal);
    expect(await read([Buffer.of(1, 0xff, 0xff, 0xff, 0xff)])).toEqual(refusal);
  });
});
