/** `in_review` → `in review`. */
export function humanize(name: string): string {
  return name.replaceAll('_', ' ');
}

/** Events that were recorded after the decision say so (LED-61). */
export function recordedLater({ origin }: { readonly origin: string }): string {
  return origin === 'backfill' ? ' earlier, recorded afterwards' : '';
}
