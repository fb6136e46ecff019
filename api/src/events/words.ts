/** `in_review` → `in review`. */
export function humanize(name: string): string {
  return name.replaceAll('_', ' ');
}

/** Returns a note if an event was recorded after the fact (LED-61), otherwise an empty string. */
export function recordedLater({ origin }: { readonly origin: string }): string {
  return origin === 'backfill' ? ' (recorded afterward)' : '';
}
