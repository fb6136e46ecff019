/** Describes an error for the log: name, code and stack, without the message, which may contain personal data. */
export function describeError(thrown: unknown): string {
  if (!(thrown instanceof Error)) return typeof thrown;
  const frames = (thrown.stack ?? '').split('\n').filter((line) => line.trimStart().startsWith('at '));
  return [`${thrown.name}${describeCode(thrown)}`, ...frames].join('\n');
}

function describeCode(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? ` (${error.code})` : '';
}
