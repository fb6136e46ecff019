import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
export const KEY_ID_BYTES = 8;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Returns a key's id, which sealed texts start with. It reveals nothing about the key. */
export function keyIdOf(key: Buffer): Buffer {
  return createHash('sha256').update('moniker:key-id\n').update(key).digest().subarray(0, KEY_ID_BYTES);
}

/** Encrypts text with AES-256-GCM. Returns key id, nonce, tag and ciphertext in one buffer. `key` is 32 bytes long. */
export function seal(text: string, key: Buffer): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, nonce);
  const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([keyIdOf(key), nonce, cipher.getAuthTag(), ciphertext]);
}

/**
 * Decrypts text that `seal` encrypted with one of the keys.
 *
 * @throws Error no key fits, or the sealed text was modified
 */
export function unseal(sealed: Buffer, keys: readonly Buffer[]): string {
  const id = sealed.subarray(0, KEY_ID_BYTES);
  const named = keys.find((key) => keyIdOf(key).equals(id));
  if (named !== undefined) return decrypt(sealed.subarray(KEY_ID_BYTES), named);
  // The oldest texts have no key id. The authentication tag shows whether a key fits.
  for (const key of keys) {
    try {
      return decrypt(sealed, key);
    } catch {
      continue;
    }
  }
  throw new Error('the text was sealed with another key or modified');
}

function decrypt(sealed: Buffer, key: Buffer): string {
  const decipher = createDecipheriv(ALGORITHM, key, sealed.subarray(0, NONCE_BYTES));
  decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  return (
    decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
  );
}
