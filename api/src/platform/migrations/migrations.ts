import { Documents1763600300000 } from './1763600300000-documents.js';
import { Ledger1763600000000 } from './1763600000000-ledger.js';
import { Onboarding1763600200000 } from './1763600200000-onboarding.js';
import { UsersAuthMail1763600100000 } from './1763600100000-users-auth-mail.js';
import { Notifications1763600400000 } from './1763600400000-notifications.js';
import { Chat1763600500000 } from './1763600500000-chat.js';

/** All migrations in order. A landed one is never edited; a change is a new one at the end. */
export const MIGRATIONS = [
  Ledger1763600000000,
  UsersAuthMail1763600100000,
  Onboarding1763600200000,
  Documents1763600300000,
  Notifications1763600400000,
  Chat1763600500000,
];
