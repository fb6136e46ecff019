import { useState } from 'react';
import { v7 as newKey } from 'uuid';

/** Keeps the `Idempotency-Key` of each submission that has not succeeded yet. */
export interface IdempotencyKeys {
  /** The key of a submission. Retries of the same content reuse the key; different content gets a new one. */
  keyFor(body: unknown): string;
  /** Call this after success, so the next submission of the same content gets a new key. */
  settle(body: unknown): void;
}

/** Keys are UUIDv7, so the API's index keeps recent keys together. */
export function createIdempotencyKeys(): IdempotencyKeys {
  const keys = new Map<string, string>();
  return {
    keyFor: (body) => {
      const content = JSON.stringify(body);
      const key = keys.get(content) ?? newKey();
      keys.set(content, key);
      return key;
    },
    settle: (body) => {
      keys.delete(JSON.stringify(body));
    },
  };
}

/** The idempotency keys of a form, forgotten when it unmounts. */
export function useIdempotencyKeys(): IdempotencyKeys {
  return useState(createIdempotencyKeys)[0];
}
