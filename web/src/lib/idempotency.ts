import { useCallback, useRef } from 'react';

/** A random uuid; `randomUUID` exists only on secure origins, so it is spelled out. */
export function createUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = Array.from(bytes, (byte, index) => {
    const value = index === 6 ? (byte & 0x0f) | 0x40 : index === 8 ? (byte & 0x3f) | 0x80 : byte;
    return value.toString(16).padStart(2, '0');
  }).join('');
  return [0, 8, 12, 16, 20].map((at, i, cuts) => hex.slice(at, cuts[i + 1])).join('-');
}

/**
 * Gives a submission its `Idempotency-Key`: the same content keeps its key however often it is retried,
 * other content gets a new one, and `settle` ends the key once the money has moved.
 */
export function useIdempotencyKey() {
  const current = useRef<{ content: string; key: string } | null>(null);
  const keyFor = useCallback((body: unknown): string => {
    const content = JSON.stringify(body);
    if (current.current?.content !== content) current.current = { content, key: createUuid() };
    return current.current.key;
  }, []);
  const settle = useCallback(() => {
    current.current = null;
  }, []);
  return { keyFor, settle };
}
