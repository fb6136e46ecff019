import { SetMetadata } from '@nestjs/common';

/** Actions with a quota per signed-in user, per minute or per hour. */
export type UserQuota = 'transfers' | 'moniker-lookups' | 'chat-messages' | 'ssn-reads' | 'files';

export const USER_QUOTA_KEY = 'moniker:user-quota';

/** Limits how often a user may call a route successfully. Refused and repeated calls don't count. */
export const LimitPerUser = (quota: UserQuota): MethodDecorator => SetMetadata(USER_QUOTA_KEY, quota);
