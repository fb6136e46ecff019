import { HANDLE_NAME } from './brand.js';

const MIN_LENGTH = 3;
const MAX_LENGTH = 20;

/** A user's handle (REG-3). */
export const HANDLE_PATTERN = new RegExp(`^[a-z0-9_]{${MIN_LENGTH},${MAX_LENGTH}}$`);

/** The error for input that isn't a valid handle. */
export const HANDLE_RULE = `${HANDLE_NAME} must be ${MIN_LENGTH}-${MAX_LENGTH} characters, letters, numbers, and underscores only`;

/** Lowercases the text and drops invalid characters while a user types (REG-3). */
export function normalizeHandle(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9_]/g, '')
    .slice(0, MAX_LENGTH);
}
