import { BRAND, HANDLE_WORD } from './brand.js';

/** Monikers with which a customer could pose as the bank (REG-16). */
const RESERVED: ReadonlySet<string> = new Set([
  ...[BRAND.toLowerCase(), HANDLE_WORD, 'monikerbank', 'moniker_bank', 'moniker_support', 'bank', 'banking'],
  ...['admin', 'admins', 'administrator', 'root', 'system', 'sysadmin', 'superuser', 'moderator', 'operator'],
  ...[
    'support',
    'help',
    'helpdesk',
    'service',
    'customer_service',
    'contact',
    'info',
    'team',
    'staff',
    'official',
  ],
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
  ...[
    'postmaster',
    'hostmaster',
    'webmaster',
    'mailer_daemon',
    'noreply',
    'no_reply',
    'notifications',
    'api',
    'www',
  ],
]);

/** Whether a moniker is reserved for the bank. */
export function isReservedMoniker(moniker: string): boolean {
  return RESERVED.has(moniker);
}
