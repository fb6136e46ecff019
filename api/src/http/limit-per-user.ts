import { SetMetadata } from '@nestjs/common';

/** Actions with a per-minute quota for each signed-in user. */
export type UserQuota = 'transfers' | 'chat-messages' | 'ssn-reads' | 'files';

export const USER_QUOTA_KEY = 'moniker:user-quota';

/** Limits how often one user may call a route with success. Refused calls and repeated ones do not count. */
export const LimitPerUser = (quota: UserQuota): MethodDecorator => SetMetadata(USER_QUOTA_KEY, quota);
