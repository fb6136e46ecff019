import { BRAND, HANDLE_WORD } from './brand.js';
import { fold, posesAsBank, readingsOf } from './official-words.js';

/** Monikers that would let a customer pose as the bank (REG-16), written without underscores. */
const RESERVED: ReadonlySet<string> = new Set(
  [
    ...[BRAND.toLowerCase(), HANDLE_WORD, 'bank', 'banking'],
    ...[
      'admin',
      'admins',
      'administrator',
      'root',
      'system',
      'sysadmin',
      'superuser',
      'moderator',
      'operator',
    ],
    ...['support', 'help', 'service', 'contact', 'info', 'team', 'staff', 'official'],
    ...[
      'security',
      'fraud',
      'abuse',
      'compliance',
      'legal',
      'privacy',
      'kyc',
      'billing',
      'payments',
      'refund',
      'refunds',
    ],
    ...['postmaster', 'hostmaster', 'webmaster', 'mailerdaemon', 'noreply', 'notifications', 'api', 'www'],
  ].map(fold),
);

/** Whether a moniker is reserved for the bank, or looks or sounds like a reserved one (REG-30). */
export function isReservedMoniker(moniker: string): boolean {
  return posesAsBank(moniker) || readingsOf(moniker).some((words) => RESERVED.has(words.join('')));
}
