import { createHmac } from 'node:crypto';

/** Keys derived from SECRET_KEY. Each key serves exactly one purpose. */
export interface Secrets {
  readonly otp: Buffer;
  readonly ssnEncryption: Buffer;
  readonly ssnIndex: Buffer;
  readonly outbox: Buffer;
  readonly objects: Buffer;
  /** Seed of the Ed25519 key that signs checkpoints. */
  readonly checkpoint: Buffer;
}

/** Derives the keys of all purposes from one SECRET_KEY. */
export function deriveSecrets(secretKey: Buffer): Secrets {
  const derive = (purpose: string): Buffer =>
    createHmac('sha256', secretKey).update(`moniker:${purpose}`).digest();
  return {
    otp: derive('otp'),
    ssnEncryption: derive('ssn-encryption'),
    ssnIndex: derive('ssn-index'),
    outbox: derive('outbox'),
    objects: derive('objects'),
    checkpoint: derive('checkpoint'),
  };
}

/** 32 random bytes have about 30 distinct values; fewer than 16 practically never occur. */
const MIN_DISTINCT_BYTES = 16;

/** Whether a key looks typed or patterned instead of random. */
export function isWeak(secretKey: Buffer): boolean {
  return new Set(secretKey).size < MIN_DISTINCT_BYTES;
}
