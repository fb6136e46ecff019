/** The kinds of messages from the converter: started; a page; the end, with the original's type; a refusal. */
const TAGS = ['started', 'jpeg', 'png', 'end', 'refused'] as const;
const HEADER_BYTES = 5;
/** Larger than any page picture. */
const MAX_BYTES = 64_000_000;

/** A message from the converter. */
export interface Frame {
  readonly tag: (typeof TAGS)[number];
  readonly bytes: Buffer;
}

/** Whether this is the last message. */
export const isLast = ({ tag }: Frame): boolean => tag === 'end' || tag === 'refused';

/** Encodes a message: one byte for its tag, four for the length, then the bytes. */
export function encodeFrame({ tag, bytes }: Frame): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt8(TAGS.indexOf(tag));
  header.writeUInt32BE(bytes.length, 1);
  return Buffer.concat([header, bytes]);
}

/**
 * Reads messages as they arrive. Reads almost nothing ahead while the caller works on a message. Invalid bytes are
 * treated as a refusal, because a hostile file may have taken over the sending process.
 */
export async function* readFrames(input: AsyncIterable<Buffer>): AsyncGenerator<Frame> {
  let chunks: Buffer[] = [];
  let length = 0;
  let needed = HEADER_BYTES;
  for await (const chunk of input) {
    chunks.push(chunk);
    length += chunk.length;
    while (length >= needed) {
      const held = Buffer.concat(chunks);
      const tag = TAGS[held.readUInt8()];
      const end = HEADER_BYTES + held.readUInt32BE(1);
      if (tag === undefined || end > MAX_BYTES) {
        yield { tag: 'refused', bytes: Buffer.of() };
        return;
      }
      const isWhole = length >= end;
      if (isWhole) yield { tag, bytes: held.subarray(HEADER_BYTES, end) };
      const rest = isWhole ? held.subarray(end) : held;
      needed = isWhole ? HEADER_BYTES : end;
      [chunks, length] = [[rest], rest.length];
    }
  }
}
