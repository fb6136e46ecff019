import { IsBoolean } from 'class-validator';
import { ApiProperty } from '@nestjs/swagger';
import { OneOf } from '../http/fields.js';

/** Why a customer is frozen. The event names it, so it is one of these and no text, which could name a person. */
export const FREEZE_REASONS = [
  'suspicious_activity',
  'reported_by_customer',
  'requested_by_customer',
  'legal_order',
  'other',
] as const;
export type FreezeReason = (typeof FREEZE_REASONS)[number];

/** Why a customer is no longer frozen. */
export const UNFREEZE_REASONS = ['resolved', 'mistake', 'other'] as const;
export type UnfreezeReason = (typeof UNFREEZE_REASONS)[number];

export class FreezeUserBody {
  @OneOf(FREEZE_REASONS)
  reason: FreezeReason;

  @IsBoolean({ message: 'allowsSignIn must be true or false' })
  @ApiProperty({ description: 'Whether the customer may still sign in' })
  allowsSignIn: boolean;
}

export class UnfreezeUserBody {
  @OneOf(UNFREEZE_REASONS)
  reason: UnfreezeReason;
}
