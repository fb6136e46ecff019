import type { Access } from '../../ledger/ledger.module.js';

/**
 * Maximum number of people whose ids an entry lists. Pages are shorter than this; for a longer list, the entry has
 * only the number of people.
 */
const MAX_PEOPLE = 500;

/** Whose data was shown: the customer if there is exactly one, otherwise the number and the ids (LOG-1). */
export function shownPeople(ids: Iterable<string>): Pick<Access, 'subject' | 'count' | 'details'> {
  const people = [...new Set(ids)].sort();
  const [first = null] = people;
  if (people.length === 1) return { subject: first, count: 1, details: {} };
  const areNamed = people.length > 0 && people.length <= MAX_PEOPLE;
  return { subject: null, count: people.length, details: areNamed ? { people } : {} };
}
