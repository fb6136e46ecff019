import { AppError } from './app-error.js';

/** Sort value and id of a page's last row, as text. */
export type CursorValues = readonly [value: string, id: string];

export function encodeCursor(values: CursorValues): string {
  return Buffer.from(JSON.stringify(values)).toString('base64url');
}

/** @throws AppError VALIDATION_FAILED for an invalid cursor */
export function decodeCursor(cursor: string): CursorValues {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    if (Array.isArray(parsed) && parsed.length === 2) {
      const [value, id] = parsed as unknown[];
      if (typeof value === 'string' && typeof id === 'string') return [value, id];
    }
  } catch {
    // Invalid JSON is an invalid cursor.
  }
  throw invalidCursorError();
}

export function invalidCursorError(): AppError {
  return new AppError('VALIDATION_FAILED', 'cursor must be the nextCursor of the previous page', {
    fields: ['cursor'],
  });
}
