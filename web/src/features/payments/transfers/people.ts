import { normalizeHandle } from '@moniker/common/handle.js';
import { searchKey } from '@moniker/common/search-key.js';
import type { Recipient } from '@/lib/api/types';
import type { MoneyRequest } from '@/lib/queries/use-money-requests';

/** Someone whom the customer knows by moniker. */
export type Person = {
  readonly moniker: string;
  readonly name: string;
  /** Prefills a transfer to this person. Null for a person who has to be looked up first (TRF-103). */
  readonly recipient: Recipient | null;
};

type Payment = { readonly description: string };

/** How many people are shown at once. */
export const SHOWN_PEOPLE = 6;

const PAYER = /^Payment from \$([a-z0-9_]+)$/;

/**
 * Returns everyone with a moniker whom the customer has paid or asked for money, or who has paid or asked the
 * customer (TRF-139).
 */
export function peopleOf(
  recipients: readonly Recipient[],
  requests: readonly MoneyRequest[],
  payments: readonly Payment[],
): readonly Person[] {
  const people = new Map<string, Person>();
  const add = (moniker: string | null | undefined, name: string | null, recipient: Recipient | null) => {
    if (moniker && name !== null && !people.has(moniker)) people.set(moniker, { moniker, name, recipient });
  };
  for (const recipient of recipients) add(recipient.recipientMoniker, recipient.recipientName, recipient);
  for (const { moniker, name } of requests) add(moniker, name, null);
  for (const { description } of payments) add(PAYER.exec(description)?.[1], '', null);
  return [...people.values()];
}

const matches = ({ moniker, name }: Person, typed: string): boolean =>
  [moniker, normalizeHandle(searchKey(name))].some((key) => key.includes(typed));

/** Returns up to six people whose moniker or name contains the typed text; nobody if nothing was typed. */
export function suggestPeople(people: readonly Person[], typed: string): readonly Person[] {
  if (typed === '') return [];
  return people.filter((person) => matches(person, typed)).slice(0, SHOWN_PEOPLE);
}

/** Returns the people whom the customer has not paid and whose moniker or name contains the search text (TRF-152). */
export function unpaidPeople(people: readonly Person[], search: string): readonly Person[] {
  return people.filter((person) => person.recipient === null && matches(person, normalizeHandle(search)));
}

/** Returns the moniker in typed or pasted text, such as `$Bob`, ` bob ` or a link that ends with it (TRF-139). */
export function monikerIn(text: string): string {
  const marked = /\$([a-z0-9_]+)/i.exec(text)?.[1];
  const inLink = /^\s*https?:\/\/[^/]+\/(?:[^?#]*\/)?([^/?#\s]+)/i.exec(text)?.[1];
  return normalizeHandle(marked ?? inLink ?? text);
}

/** Returns the id in a pasted link to a request for money (TRF-113). */
export const requestIdIn = (text: string): string | undefined =>
  /[?&]request=([0-9a-f-]{36})/i.exec(text)?.[1];
