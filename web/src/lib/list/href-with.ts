/** Appends filters to a path as a query string. */
export function hrefWith(path: string, filters: Readonly<Record<string, string>>): string {
  const query = new URLSearchParams(filters).toString();
  return query === '' ? path : `${path}?${query}`;
}
