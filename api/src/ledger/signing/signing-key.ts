import { createPrivateKey, createPublicKey, hash, type KeyObject, sign, verify } from 'node:crypto';

/** The length of an Ed25519 seed, and of a public key. */
const KEY_BYTES = 32;
const PKCS8_OF_SEED = Buffer.from('302e020100300506032b657004220420', 'hex');

/** An Ed25519 key that signs checkpoints or batches. */
export interface SigningKey {
  readonly id: string;
  /** The public key, in base64url. Auditors keep a copy of it. */
  readonly publicKey: string;
  readonly sign: (text: string) => Buffer;
}

/** The public keys that an auditor trusts, by key id. */
export type TrustedKeys = ReadonlyMap<string, KeyObject>;

/**
 * Derives the signing key from a seed.
 *
 * @throws RangeError the seed is not 32 bytes long
 */
export function deriveSigningKey(seed: Buffer): SigningKey {
  if (seed.length !== KEY_BYTES) throw new RangeError(`a signing key's seed must be ${KEY_BYTES} bytes long`);
  const key = createPrivateKey({
    key: Buffer.concat([PKCS8_OF_SEED, seed]),
    format: 'der',
    type: 'pkcs8',
  });
  const { x: publicKey } = createPublicKey(key).export({ format: 'jwk' });
  if (publicKey === undefined) throw new Error('the Ed25519 key has no public key');
  return {
    id: signingKeyId(publicKey),
    publicKey,
    sign: (text) => sign(null, Buffer.from(text, 'utf8'), key),
  };
}

/** Returns a public key's id: the first 16 hexadecimal digits of its SHA-256. */
export function signingKeyId(publicKey: string): string {
  return hash('sha256', Buffer.from(publicKey, 'base64url'), 'hex').slice(0, 16);
}

/**
 * Creates the set of trusted keys from public keys in base64url.
 *
 * @throws RangeError one of them is not a public key
 */
export function parseTrustedKeys(publicKeys: readonly string[]): TrustedKeys {
  return new Map(publicKeys.map((text) => [signingKeyId(text), parsePublicKey(text)]));
}

export function isSignedBy(key: KeyObject, text: string, signature: Buffer): boolean {
  return verify(null, Buffer.from(text, 'utf8'), key, signature);
}

/** Like `isSignedBy`, but verifies in another thread. */
export function isSignedByInThread(key: KeyObject, text: string, signature: Buffer): Promise<boolean> {
  return new Promise((resolve, reject) => {
    verify(null, Buffer.from(text, 'utf8'), key, signature, (error, isValid) => {
      if (error === null) resolve(isValid);
      else reject(error);
    });
  });
}

/**
 * Reads a public key in base64url.
 *
 * @throws RangeError the text is not a public key
 */
export function parsePublicKey(text: string): KeyObject {
  if (Buffer.from(text, 'base64url').length !== KEY_BYTES || !/^[\w-]+$/.test(text)) {
    throw new RangeError(`a public key must be ${KEY_BYTES} bytes, encoded as base64url`);
  }
  return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: text }, format: 'jwk' });
}
