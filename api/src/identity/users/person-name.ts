import { applyDecorators } from '@nestjs/common';
import { ValidateBy, type ValidationArguments } from 'class-validator';
import { posesAsBank } from '@moniker/common/official-words.js';
import { MAX_PERSON_NAME_LENGTH } from '@moniker/common/text-lengths.js';
import { hasPhoneNumber } from '../../http/contact-details.js';
import { NameText } from '../../http/fields.js';

/**
 * Links, amounts of money and line breaks: with these, a name could pose as a message in the bank's mail. A period
 * before a common top-level domain counts as a link, because mail programs turn “evil.top” into one. They leave
 * “St.John” alone, so it is allowed.
 */
const MESSAGE_PARTS =
  /:\/\/|www\.|[\p{L}\p{N}][.。](?:com|net|org|info|biz|app|dev|xyz|online|site|shop|link|click|top)(?!\p{L})|\p{Sc}\s*\d|[\u2028\u2029]/iu;
/** A visible character. Excludes U+2800, a blank that Unicode counts as a symbol. */
const VISIBLE = /[^\p{Default_Ignorable_Code_Point}\p{C}\p{Z}\p{M}\u2800]/u;

/**
 * Whether a string can be a person's name: it is visible and contains no link, phone number, amount or line break
 * (REG-15).
 */
export function isPersonName(value: string): boolean {
  if (!VISIBLE.test(value) || hasPhoneNumber(value)) return false;
  // Also tests the normalized value, because compatibility forms, such as ｗ, look like the characters they stand for.
  return !MESSAGE_PARTS.test(value) && !MESSAGE_PARTS.test(value.normalize('NFKC'));
}

/** Validates a first or last name. `missing` is the error message for an empty field. */
export function PersonName(missing: string, maxLength = MAX_PERSON_NAME_LENGTH): PropertyDecorator {
  return applyDecorators(
    ValidateBy({
      name: 'isPersonName',
      validator: {
        validate: (value: unknown) => typeof value !== 'string' || value === '' || isPersonName(value),
        defaultMessage: () => 'Please enter a name without links, phone numbers or amounts',
      },
    }),
    ValidateBy({
      name: 'isOwnName',
      validator: {
        validate: (value: unknown, field?: ValidationArguments) =>
          typeof value !== 'string' || !fullNamesOf(value, field).some(posesAsBank),
        defaultMessage: () => "Please enter your own name, not the bank's",
      },
    }),
    NameText(maxLength, { message: missing }),
  );
}

/**
 * Returns the texts to check for a name. For a last name, these include the full name, because “Moniker” and “Support”
 * are harmless separately but not together.
 */
function fullNamesOf(name: string, field: ValidationArguments | undefined): string[] {
  const first: unknown = field?.property === 'lastName' && Reflect.get(field.object, 'firstName');
  return typeof first === 'string' ? [name, `${first} ${name}`] : [name];
}
