import { applyDecorators, SetMetadata } from '@nestjs/common';
import { Refuses } from './openapi/marks.js';

export const FRESH_FACTOR_KEY = 'moniker:fresh-factor';
export const ADMIN_FACTOR_KEY = 'moniker:admin-factor';

/** What a user without a second factor needs for a route: nothing, or a password entered within five minutes. */
export type WithoutFactor = 'allowed' | 'password';

/**
 * A route that needs a second factor confirmed within five minutes, from users who have one: FACTOR_REQUIRED otherwise
 * (AUTH-56).
 */
export const FreshFactor = (withoutFactor: WithoutFactor = 'allowed'): MethodDecorator =>
  applyDecorators(SetMetadata(FRESH_FACTOR_KEY, withoutFactor), Refuses('FACTOR_REQUIRED'));

/** A route for all signed-in users that shows more to admins. With `ADMIN_MFA=required` they need their factor (AUTH-55). */
export const NeedsAdminFactor = (): MethodDecorator =>
  applyDecorators(SetMetadata(ADMIN_FACTOR_KEY, true), Refuses('FACTOR_REQUIRED', 'FACTOR_SETUP_REQUIRED'));
