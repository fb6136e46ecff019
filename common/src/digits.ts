/** Drops everything but digits, and digits beyond `lengthMax`, while a text is typed. */
export function digitsOnly(text: string, lengthMax: number): string {
  return text.replace(/\D/g, '').slice(0, lengthMax);
}
