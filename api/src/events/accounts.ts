import { formatUsd } from '@moniker/common/money.js';
import { adminsOnly, type TextsByType } from './event-texts.js';
import { humanize } from './words.js';

export const ACCOUNTS = {
  AccountOpened: adminsOnly((_, customer) => `${customer} signed up`),
  AccountFrozen: adminsOnly(
    ({ reason, signIn }, customer) =>
      `Froze ${customer}'s account (reason: ${humanize(reason)}); sign-in ${signIn}`,
  ),
  AccountUnfrozen: adminsOnly(
    ({ reason }, customer) => `Unfroze ${customer}'s account (reason: ${humanize(reason)})`,
  ),
  AccountClosed: adminsOnly(({ sweptCents }, customer) => {
    const swept = sweptCents === 0 ? '' : ` and moved ${formatUsd(sweptCents)} to unclaimed money`;
    return `Closed ${customer}'s account${swept}`;
  }),
  BatchAbandoned: adminsOnly(() => "Didn't write a batch of events; nothing changed"),
  UserDeleted: adminsOnly(() => 'Deleted a user and erased their personal data'),
} satisfies Partial<TextsByType>;
