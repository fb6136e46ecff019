import { createHmac } from 'node:crypto';

/** Keys for one purpose each, derived from SECRET_KEY; none is ever used for two things. */
export interface Secrets {
  readonly otp: Buffer;
  readonly ssnEncryption: Buffer;
  readonly ssnIndex: Buffer;
  readonly outbox: Buffer;
  readonly objects: Buffer;
  /** Seed of the key that signs checkpoints. */
  readonly checkpoint: Buffer;
}

/** The keys that one SECRET_KEY stands for. */
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

/** Random bytes hardly repeat: 32 of them have about 30 different values, and fewer than 16 practically never. */
const MIN_DIFFERENT_BYTES = 16;

/** Whether a key was typed or filled in by a pattern rather than drawn at random. */
export function isWeak(secretKey: Buffer): boolean {
  return new Set(secretKey).size < MIN_DIFFERENT_BYTES;
}
