/** The message when the text holds nothing but blanks. */
export function errorIfBlank(text: string, message: string): string | undefined {
  return text.trim() === '' ? message : undefined;
}

/** Whether any of the values is blank. */
export function hasBlank(values: Record<string, string>): boolean {
  return Object.values(values).some((value) => value.trim() === '');
}

/** The texts of a body, trimmed; blank ones are left out. */
export function omitBlanks<T extends Record<string, string>>(values: T): { [K in keyof T]?: string } {
  const kept = Object.entries(values).map(([name, value]) => [name, value.trim()] as const);
  return Object.fromEntries(kept.filter(([, value]) => value !== '')) as { [K in keyof T]?: string };
}
