/** `in_review` → `in review`. */
export function humanize(name: string): string {
  return name.replaceAll('_', ' ');
}

/** Returns a note for events that were recorded after their decision (LED-61), otherwise an empty text. */
export function recordedLater({ origin }: { readonly origin: string }): string {
  return origin === 'backfill' ? ' (recorded afterward)' : '';
}
