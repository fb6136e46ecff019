type StatusConsequenceProps = { kind: 'outgoing' | 'incoming'; from: string; to: string };

const VOID = new Set(['failed', 'cancelled']);

/** What the chosen status does to the customer's money, in a sentence. */
export function StatusConsequence({ kind, from, to }: StatusConsequenceProps) {
  return <>{sentenceOf(kind, from, to)}</>;
}

function sentenceOf(kind: 'outgoing' | 'incoming', from: string, to: string): string {
  if (from === to) return 'The present status: money stays as it is.';
  const isReversal = from === 'completed';
  if (to === 'completed') {
    return kind === 'outgoing'
      ? 'The amount leaves the account, and the fee is earned.'
      : 'The amount is credited to the customer.';
  }
  if (isReversal) return 'The completed payment is reversed by new entries.';
  if (kind === 'incoming') return 'No money moves.';
  return VOID.has(to) ? 'The hold ends, and the amount is available again.' : 'The amount stays on hold.';
}
