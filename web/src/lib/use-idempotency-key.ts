import { useCallback, useRef } from 'react';
import { v7 as newKey } from 'uuid';

/**
 * Creates the `Idempotency-Key` of a submission. Retries of the same content reuse the key; different content gets a
 * new one. Call `settle` after success, so that the next submission gets a new key. Keys are UUIDv7, so that the API's
 * index keeps recent keys together.
 */
export function useIdempotencyKey() {
  const current = useRef<{ content: string; key: string } | null>(null);
  const keyFor = useCallback((body: unknown): string => {
    const content = JSON.stringify(body);
    if (current.current?.content !== content) current.current = { content, key: newKey() };
    return current.current.key;
  }, []);
  const settle = useCallback(() => {
    current.current = null;
  }, []);
  return { keyFor, settle };
}
