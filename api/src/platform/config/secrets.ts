import { createHmac } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';

/** Keys derived from SECRET_KEY. Each key serves exactly one purpose. */
export interface Secrets {
  readonly otp: Buffer;
  /** Salts the passwords of registrations whose address isn't verified yet. */
  readonly registration: Buffer;
  readonly ssnEncryption: Buffer;
  readonly ssnIndex: Buffer;
  /** Seals authenticator apps' secrets. */
  readonly authenticatorApps: Buffer;
  readonly outbox: Buffer;
  readonly objects: Buffer;
  /** Seals documents' files. */
  readonly documents: Buffer;
  /** Computes the HMACs of idempotency keys in a log outside PostgreSQL. */
  readonly idempotency: Buffer;
  /** Seals the proof that a sender gets for looking up a recipient. */
  readonly recipientProofs: Buffer;
  /** Computes the fingerprints of requests that have an idempotency key. */
  readonly requestKeys: Buffer;
  /** Seed of the Ed25519 key that signs checkpoints: CHECKPOINT_KEY if it is set. */
  readonly checkpoint: Buffer;
  /** Seed of the Ed25519 key that signs batches of events in the local profile. Production uses WRITER_KEY. */
  readonly writer: Buffer;
}

/** Derives the keys for all purposes from one SECRET_KEY. */
export function deriveSecrets(secretKey: Buffer): Secrets {
  const derive = (purpose: string): Buffer =>
    createHmac('sha256', secretKey).update(`moniker:${purpose}`).digest();
  return {
    otp: derive('otp'),
    registration: derive('registration'),
    ssnEncryption: derive('ssn-encryption'),
    ssnIndex: derive('ssn-index'),
    authenticatorApps: derive('authenticator-apps'),
    outbox: derive('outbox'),
    objects: derive('objects'),
    documents: derive('documents'),
    idempotency: derive('idempotency'),
    recipientProofs: derive('recipient-proofs'),
    requestKeys: derive('request-keys'),
    checkpoint: derive('checkpoint'),
    writer: derive('writer'),
  };
}

/** 32 random bytes have about 30 distinct values; fewer than 16 practically never occur. */
const MIN_DISTINCT = 16;
/**
 * The text of 32 random bytes deflates to 43 bytes or more (48 if it is hexadecimal). Repeated words deflate to far
 * less.
 */
const MIN_DEFLATED_BYTES = 40;
const HEXADECIMAL = /^[\da-f]+$/;

/** Whether a key looks typed or patterned instead of random. Keys of 32 random bytes pass, in base64url and in hex. */
export function isWeak(secretKey: Buffer): boolean {
  const steps = secretKey.map((byte, index) => byte - (secretKey[index - 1] ?? 0));
  const text = secretKey.toString('base64url');
  return (
    new Set(secretKey).size < MIN_DISTINCT ||
    // The steps between consecutive bytes repeat.
    new Set(steps).size < MIN_DISTINCT ||
    deflateRawSync(text, { level: 9 }).length < MIN_DEFLATED_BYTES ||
    isTypedInOneCase(text)
  );
}

/**
 * Whether a key's text has letters of only one case, as if typed, and isn't hexadecimal. This is true of only 1 in 10^9
 * random keys.
 */
function isTypedInOneCase(text: string): boolean {
  return !HEXADECIMAL.test(text) && (text === text.toLowerCase() || text === text.toUpperCase());
}
