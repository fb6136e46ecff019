import { isUUID } from 'class-validator';

/** Returns all ids anywhere in a value, whatever its fields are called. */
export function idsIn(value: unknown): string[] {
  const found = new Set<string>();
  const pending = [value];
  while (pending.length > 0) {
    const next = pending.pop();
    if (typeof next === 'string' && isUUID(next)) found.add(next.toLowerCase());
    else if (typeof next === 'object' && next !== null) pending.push(...(Object.values(next) as unknown[]));
  }
  return [...found];
}
