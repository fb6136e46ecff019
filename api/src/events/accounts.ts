import { formatUsd } from '@moniker/common/money.js';
import { adminsOnly, type TextsByType } from './event-texts.js';
import { humanize } from './words.js';

export const ACCOUNTS = {
  AccountOpened: adminsOnly((_, customer) => `Account of ${customer} opened`),
  AccountFrozen: adminsOnly(
    ({ reason, signIn }, customer) => `Account of ${customer} frozen, sign-in ${signIn}: ${humanize(reason)}`,
  ),
  AccountUnfrozen: adminsOnly(
    ({ reason }, customer) => `Account of ${customer} unfrozen: ${humanize(reason)}`,
  ),
  AccountClosed: adminsOnly(({ sweptCents }, customer) => {
    const swept = sweptCents === 0 ? '' : `, ${formatUsd(sweptCents)} moved to unclaimed`;
    return `Account of ${customer} closed${swept}`;
  }),
  BatchAbandoned: adminsOnly(() => 'Batch abandoned; nothing changed'),
  UserDeleted: adminsOnly((_, customer) => `User deleted and personal data erased: ${customer}`),
} satisfies Partial<TextsByType>;
