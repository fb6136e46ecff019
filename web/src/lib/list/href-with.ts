/** An address with these filters after it. */
export function hrefWith(path: string, filters: Readonly<Record<string, string>>): string {
  const query = new URLSearchParams(filters).toString();
  return query === '' ? path : `${path}?${query}`;
}
