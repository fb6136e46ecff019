import { SetMetadata } from '@nestjs/common';

/** Actions with a quota for each signed-in user, per minute or per hour. */
export type UserQuota = 'transfers' | 'moniker-lookups' | 'chat-messages' | 'ssn-reads' | 'files';

export const USER_QUOTA_KEY = 'moniker:user-quota';

/** Limits how often one user may call a route with success. Refused calls and repeated ones do not count. */
export const LimitPerUser = (quota: UserQuota): MethodDecorator => SetMetadata(USER_QUOTA_KEY, quota);
