import type { AppRequest } from './request.js';

/** Number of leading IPv6 groups that the internet provider assigns. Its customer can choose the others (SEC-16). */
const NETWORK_GROUPS = 4;
const GROUPS = 8;
const MAPPED_IPV4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/** Returns a client's key for rate limits: its IPv4 address, or the /64 network of its IPv6 address. */
export function clientAddressOf({ ip }: Pick<AppRequest, 'ip'>): string {
  return networkOf(ip ?? '');
}

/**
 * Returns an IPv6 address's /64 network in one canonical form. Returns an IPv4 address unchanged, or without its
 * prefix if it is IPv4-mapped (`::ffff:…`).
 */
export function networkOf(address: string): string {
  const mapped = MAPPED_IPV4.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.toLowerCase().replace(/%.*/, '').split('::');
  const before = splitGroups(head);
  const after = splitGroups(tail ?? '');
  const zeros = Array<string>(Math.max(0, GROUPS - before.length - after.length)).fill('0');
  const groups = tail === undefined ? before : [...before, ...zeros, ...after];
  const network = groups.slice(0, NETWORK_GROUPS).map((group) => group.replace(/^0+(?=.)/, ''));
  return `${network.join(':')}::/64`;
}

function splitGroups(part: string): string[] {
  return part === '' ? [] : part.split(':');
}
