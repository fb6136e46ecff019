import type { InputLimits } from '../platform/config/request-limits.js';
import { AppError } from './app-error.js';

/**
 * Names that every object inherits. They are refused, because the class transformer silently drops some of them, and
 * validation treats all of them as declared fields.
 */
const BUILT_IN_NAMES: ReadonlySet<string> = new Set(Object.getOwnPropertyNames(Object.prototype));

/** A value still to be inspected, with the name of the field that contains it. */
interface Pending {
  readonly value: unknown;
  readonly field: string;
  readonly depth: number;
}

/**
 * Rejects input that is expensive to validate and text that cannot be stored. Uses a loop instead of recursion, so deep
 * nesting cannot overflow the stack. Stops before looking into a value that exceeds a limit.
 *
 * @throws AppError BODY_TOO_COMPLEX, or VALIDATION_FAILED with the name of the field
 */
export function inspectInput(input: unknown, { maxDepth, maxValues }: InputLimits): void {
  const pending: Pending[] = [{ value: input, field: 'body', depth: 1 }];
  let values = 1;
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { value, field, depth } = next;
    if (typeof value === 'string') assertWellFormed(value, field);
    if (typeof value !== 'object' || value === null) continue;
    values += Array.isArray(value) ? value.length : Object.keys(value).length;
    if (depth > maxDepth || values > maxValues) throw new AppError('BODY_TOO_COMPLEX');
    for (const child of childValues(value, field)) pending.push({ ...child, depth: depth + 1 });
  }
}

function childValues(value: object, field: string): Pick<Pending, 'value' | 'field'>[] {
  // Own properties are enough, because JSON.parse makes even `__proto__` an own property.
  if (Array.isArray(value)) return value.map((item: unknown) => ({ value: item, field }));
  return Object.entries(value).map(([name, item]: [string, unknown]) => {
    assertAllowedName(name);
    return { value: item, field: name };
  });
}

function assertAllowedName(name: string): void {
  assertWellFormed(name, name);
  if (!BUILT_IN_NAMES.has(name)) return;
  throw new AppError('VALIDATION_FAILED', `${name} is not a known field`, { fields: [name] });
}

/** Refuses lone surrogates: PostgreSQL and UTF-8 can't represent them, so such text would only fail later (SEC-14). */
function assertWellFormed(text: string, field: string): void {
  if (text.isWellFormed()) return;
  const name = field.toWellFormed();
  throw new AppError('VALIDATION_FAILED', `${name} is not valid Unicode`, { fields: [name] });
}
