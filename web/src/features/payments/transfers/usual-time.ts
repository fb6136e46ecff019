/** Returns how long transfers usually take as a text; undefined without a number (TRF-85). */
export function usualTimeText(businessDays: number | null): string | undefined {
  if (businessDays === null) return undefined;
  return `Usually within ${businessDays === 1 ? 'one business day' : `${businessDays} business days`}`;
}
