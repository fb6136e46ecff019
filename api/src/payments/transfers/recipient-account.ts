import { applyDecorators } from '@nestjs/common';
import { Transform, type TransformFnParams } from 'class-transformer';
import { Matches, type ValidationArguments } from 'class-validator';
import { ACCOUNT_NUMBER_PATTERN, MAX_ACCOUNT_NUMBER_LENGTH } from '@moniker/common/account-numbers.js';
import { RequiredUnless } from '../../http/fields.js';
import { RECIPIENT_KEYS } from './recipient-moniker.js';
import { compactNumber } from '@moniker/common/typed-number.js';

/**
 * Validates a recipient's account number (letters and digits) and removes its spaces and dashes (TRF-24, TRF-50).
 * `required` is the message for a missing number. The number may be missing if a moniker or a request for money names
 * the recipient (TRF-100).
 */
export function RecipientAccount(required: string): PropertyDecorator {
  return applyDecorators(
    Transform(({ value }: TransformFnParams): unknown =>
      typeof value === 'string' ? compactNumber(value) : value,
    ),
    Matches(ACCOUNT_NUMBER_PATTERN, {
      message: ({ value }: ValidationArguments) =>
        typeof value === 'string' && value !== ''
          ? `Account number can have up to ${MAX_ACCOUNT_NUMBER_LENGTH} letters and digits, plus spaces and hyphens`
          : required,
    }),
    RequiredUnless(RECIPIENT_KEYS, {
      type: String,
      pattern: `^[ \\u00a0-]*([A-Za-z0-9][ \\u00a0-]*){1,${MAX_ACCOUNT_NUMBER_LENGTH}}$`,
    }),
  );
}
