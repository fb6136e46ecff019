import { useCallback, useRef } from 'react';
import { v7 as newKey } from 'uuid';

/**
 * Gives a submission its `Idempotency-Key`: the same content keeps its key however often it is retried,
 * other content gets a new one, and `settle` ends the key once the money has moved. Keys begin with their time, so that
 * the bank finds the newest ones together.
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
