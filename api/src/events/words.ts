/** `in_review` → `in review`. */
export function humanize(name: string): string {
  return name.replaceAll('_', ' ');
}

/** `in review` → `In review`. */
export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A transaction's status for use in a sentence: “canceled”, although the status's label is “Cancelled”. */
export function statusWord(status: string): string {
  return status === 'cancelled' ? 'canceled' : humanize(status);
}

/** Returns a note if an event was recorded after the fact (LED-61), otherwise an empty string. */
export function recordedLater({ origin }: { readonly origin: string }): string {
  return origin === 'backfill' ? ' (recorded afterward)' : '';
}
