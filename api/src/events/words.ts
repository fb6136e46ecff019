/** `in_review` → `in review`. */
export function humanize(name: string): string {
  return name.replaceAll('_', ' ');
}

/** `in review` → `In review`. */
export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A transaction's status in a sentence. Only the label of the status is spelled with two l's. */
export function statusWord(status: string): string {
  return status === 'cancelled' ? 'canceled' : humanize(status);
}

/** Returns a note if an event was recorded after the fact (LED-61), otherwise an empty string. */
export function recordedLater({ origin }: { readonly origin: string }): string {
  return origin === 'backfill' ? ' (recorded afterward)' : '';
}
