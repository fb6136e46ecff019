import { applyDecorators, SetMetadata } from '@nestjs/common';
import { Refuses } from './openapi/marks.js';

export const FRESH_FACTOR_KEY = 'moniker:fresh-factor';
export const ADMIN_FACTOR_KEY = 'moniker:admin-factor';

/**
 * What a route requires of a user without a second factor: nothing, or a password entered within the last five minutes.
 */
export type WithoutFactor = 'allowed' | 'password';

/**
 * A route for which users with a second factor must have confirmed it within the last five minutes. Otherwise, the
 * route responds with FACTOR_REQUIRED (AUTH-56). `withoutFactor` says what all other users must do.
 */
export const FreshFactor = (withoutFactor: WithoutFactor = 'allowed'): MethodDecorator =>
  applyDecorators(SetMetadata(FRESH_FACTOR_KEY, withoutFactor), Refuses('FACTOR_REQUIRED'));

/**
 * A route for all signed-in users that shows more to admins. With `ADMIN_MFA=required`, admins need their factor
 * (AUTH-55).
 */
export const NeedsAdminFactor = (): MethodDecorator =>
  applyDecorators(SetMetadata(ADMIN_FACTOR_KEY, true), Refuses('FACTOR_REQUIRED', 'FACTOR_SETUP_REQUIRED'));
