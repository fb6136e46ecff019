/** What the log keeps of an unexpected error: where it came from, without its words, which may be personal. */
export function describeError(thrown: unknown): string {
  if (!(thrown instanceof Error)) return typeof thrown;
  const frames = (thrown.stack ?? '').split('\n').filter((line) => line.trimStart().startsWith('at '));
  return [`${thrown.name}${codeOf(thrown)}`, ...frames].join('\n');
}

function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? ` (${error.code})` : '';
}
