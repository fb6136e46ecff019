/** The form of a bank day, `YYYY-MM-DD`. */
export const BANK_DAY_PATTERN = /^20\d{2}-\d{2}-\d{2}$/;

/** A month of bank days, `YYYY-MM`. */
export const BANK_MONTH_PATTERN = /^20\d{2}-(0[1-9]|1[0-2])$/;

/** Whether a string is an existing date from 2000 to 2099, in the form `2026-11-05`. */
export function isBankDay(text: string): boolean {
  if (!BANK_DAY_PATTERN.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}
