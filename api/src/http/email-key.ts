import { domainToASCII } from 'node:url';
import { hasHidden, withoutHidden } from '@moniker/common/typed-text.js';

/** A local part that needs no quotes (RFC 5322), including letters from other alphabets. */
const UNQUOTED = /^[^\s"(),:;<>@[\\\]]+$/;

/**
 * Returns a key that is the same for every spelling of a mailbox's address: in lowercase, without hidden characters,
 * and with the domain in ASCII form (REG-43). An address whose domain has no ASCII form is its own key.
 */
export function emailKey(email: string): string {
  const [local, domain] = splitAddress(withoutHidden(email).normalize('NFC').toLowerCase());
  const ascii = domainToASCII(domain);
  return ascii === '' ? email : `${local}@${ascii}`;
}

/** Returns an address's key as tables store it: null if it equals the address. */
export function storedEmailKey(email: string): string | null {
  const key = emailKey(email);
  return key === email ? null : key;
}

/** Returns the address as mail servers expect it, with the ASCII form of its domain. */
export function addressForSmtp(email: string): string {
  const [local, domain] = splitAddress(email);
  return `${local}@${domainToASCII(domain) || domain}`;
}

/**
 * Whether mail can be sent to a new address (REG-44). False for hidden characters, domains without an ASCII form, and
 * quoted local parts, which some mail servers refuse.
 */
export function canGetMail(email: string): boolean {
  const [local, domain] = splitAddress(email);
  return !hasHidden(email) && UNQUOTED.test(local) && domainToASCII(domain) !== '';
}

function splitAddress(email: string): [local: string, domain: string] {
  const at = email.lastIndexOf('@');
  return [email.slice(0, at), email.slice(at + 1)];
}
