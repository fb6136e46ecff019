import { IsBoolean } from 'class-validator';
import { ApiProperty } from '@nestjs/swagger';
import {
  FREEZE_REASONS,
  type FreezeReason,
  UNFREEZE_REASONS,
  type UnfreezeReason,
} from '@moniker/common/freeze-reasons.js';
import { OneOf } from '../../http/fields.js';

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
