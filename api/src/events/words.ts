/** `in_review` → `in review`. */
export function humanize(name: string): string {
  return name.replaceAll('_', ' ');
}

/** Says so for events recorded after the decision (LED-61). */
export function recordedLater({ origin }: { readonly origin: string }): string {
  return origin === 'backfill' ? ' earlier, recorded afterwards' : '';
}
