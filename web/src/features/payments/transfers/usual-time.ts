/** Returns how long transfers usually take as a sentence (TRF-85). */
export function usualTimeText(businessDays: number | null): string {
  if (businessDays === null) return 'We review every transfer, usually within one business day.';
  return `Usually within ${businessDays === 1 ? 'one business day' : `${businessDays} business days`}.`;
}
