import { applyDecorators } from '@nestjs/common';
import { Transform, type TransformFnParams } from 'class-transformer';
import { HANDLE_RULE } from '@moniker/common/handle.js';
import { Pattern } from '../../http/fields.js';

/** The fields that can replace a recipient's name and numbers in a request. */
export const RECIPIENT_KEYS = ['recipientMoniker', 'moneyRequestId'];

/**
 * Accepts a moniker as people write it, such as `$Bob`. Converts it to lowercase and removes the dollar sign
 * (TRF-100).
 */
export function RecipientMoniker(options: { readonly optional?: boolean } = {}): PropertyDecorator {
  return applyDecorators(
    Pattern(/^\$?[A-Za-z0-9_]{3,20}$/, HANDLE_RULE, {
      ...options,
      description: 'With or without a leading `$`, in upper or lower case',
    }),
    Transform(({ value }: TransformFnParams): unknown =>
      typeof value === 'string' ? value.toLowerCase().replace(/^\$/, '') : value,
    ),
  );
}
