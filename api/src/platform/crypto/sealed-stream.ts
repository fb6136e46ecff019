import { createCipheriv, createDecipheriv, type DecipherGCM, randomBytes } from 'node:crypto';
import { KEY_ID_BYTES, keyIdOf } from './sealed-text.js';

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const HEAD_BYTES = KEY_ID_BYTES + NONCE_BYTES;
/** How much longer a sealed stream is than its content. */
export const SEAL_BYTES = HEAD_BYTES + TAG_BYTES;

/** A stream was sealed with another key or under another name, or was changed. */
export class SealBrokenError extends Error {
  override name = 'SealBrokenError';
}

/**
 * Encrypts a stream of any length with AES-256-GCM, in constant memory. Yields key id, nonce, ciphertext and tag.
 * `name` is authenticated, so a sealed stream opens only under the name that it was sealed under. `key` is 32 bytes
 * long.
 */
export async function* sealStream(
  content: AsyncIterable<Buffer>,
  key: Buffer,
  name: string,
): AsyncGenerator<Buffer> {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, nonce);
  cipher.setAAD(Buffer.from(name));
  yield Buffer.concat([keyIdOf(key), nonce]);
  for await (const chunk of content) yield cipher.update(chunk);
  yield cipher.final();
  yield cipher.getAuthTag();
}

/**
 * Decrypts a stream that `sealStream` encrypted with one of the keys. The content is known to be authentic only
 * once the stream has ended. Until then, do nothing irreversible with the content.
 *
 * @throws SealBrokenError the stream was changed, or sealed with another key or name; thrown no later than at the end
 *   of the stream
 */
export async function* unsealStream(
  sealed: AsyncIterable<Buffer>,
  keys: readonly Buffer[],
  name: string,
): AsyncGenerator<Buffer> {
  let decipher: DecipherGCM | null = null;
  // At first the incomplete head of the stream, later the last bytes read, which may be the tag.
  let held: Buffer = Buffer.alloc(0);
  for await (const chunk of sealed) {
    held = Buffer.concat([held, chunk]);
    if (decipher === null) {
      if (held.length < HEAD_BYTES) continue;
      decipher = createDecipher(held.subarray(0, HEAD_BYTES), keys, name);
      held = held.subarray(HEAD_BYTES);
    }
    if (held.length <= TAG_BYTES) continue;
    const end = held.length - TAG_BYTES;
    yield decipher.update(held.subarray(0, end));
    held = held.subarray(end);
  }
  if (decipher === null || held.length !== TAG_BYTES) throw new SealBrokenError('the stream is incomplete');
  finish(decipher, held);
}

/** Whether a sealed stream's head contains the id of this key. */
export function isSealedWith(key: Buffer, head: Buffer): boolean {
  return keyIdOf(key).equals(head.subarray(0, KEY_ID_BYTES));
}

function createDecipher(head: Buffer, keys: readonly Buffer[], name: string): DecipherGCM {
  const key = keys.find((candidate) => isSealedWith(candidate, head));
  if (key === undefined) throw new SealBrokenError('the stream is not sealed with a known key');
  const decipher = createDecipheriv(ALGORITHM, key, head.subarray(KEY_ID_BYTES));
  decipher.setAAD(Buffer.from(name));
  return decipher;
}

function finish(decipher: DecipherGCM, tag: Buffer): void {
  try {
    decipher.setAuthTag(tag);
    decipher.final();
  } catch {
    throw new SealBrokenError('the stream was changed, or sealed under another name');
  }
}
