const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';
const LENGTH = 9;

/** `tra-` and 9 random characters (PAY-9); displayed only, never stored. */
export function createPreviewId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(LENGTH));
  return `tra-${Array.from(bytes, (byte) => LETTERS[byte % LETTERS.length]).join('')}`;
}
