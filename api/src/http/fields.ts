import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform, type TransformFnParams } from 'class-transformer';
import {
  IsEmail,
  IsIn,
  IsInt,
  IsString,
  isISO8601,
  IsUUID,
  Matches,
  MaxLength,
  Min,
  MinLength,
  ValidateBy,
  ValidateIf,
  type ValidationArguments,
} from 'class-validator';
import { MAX_AMOUNT_CENTS } from '@moniker/common/money.js';
import { centsFromDollars } from '@moniker/common/typed-amount.js';
import { compactNumber } from '@moniker/common/typed-number.js';
import { canGetMail } from './email-key.js';
import { HIDDEN_TEXT_RULE, hasHidden, normalizeText } from '@moniker/common/typed-text.js';

/**
 * Options for the field decorators. Each decorator combines the validation rule, the message for users and the
 * OpenAPI description of one kind of field. `message` replaces the default message; messages about excess length and
 * control characters stay.
 */
interface FieldOptions {
  readonly message?: string;
  /** The message if the value is missing or blank, for `Pattern` and `Dollars`. */
  readonly missing?: string;
  readonly optional?: boolean;
  /** Other fields; if any of them is present, this one is optional. */
  readonly unless?: readonly string[];
  readonly description?: string;
}

// Control characters are excluded as ranges rather than as `\p{Cc}`, because not every language that reads the OpenAPI
// document knows Unicode categories.
const PRINTABLE = '[^\\u0000-\\u001f\\u007f-\\u009f]';
const PRINTABLE_OR_NEWLINE = '[^\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f]';

/**
 * One line of free text, trimmed and without hidden characters, with 1 to `max` characters, or 0 to `max` if optional
 * (REG-41).
 */
export function ShortText(max: number, options: FieldOptions = {}): PropertyDecorator {
  return text(max, PRINTABLE, options, normalizeText);
}

/** Multi-line free text, otherwise like `ShortText` (REG-41). */
export function LongText(max: number, options: FieldOptions = {}): PropertyDecorator {
  return text(max, PRINTABLE_OR_NEWLINE, options, normalizeText);
}

/** A person's or company's name, trimmed. Hidden characters are refused (REG-40). */
export function NameText(max: number, options: FieldOptions = {}): PropertyDecorator {
  return applyDecorators(
    ValidateBy({
      name: 'hasNoHiddenCharacters',
      validator: {
        validate: (value: unknown) => typeof value !== 'string' || !hasHidden(value),
        defaultMessage: () => HIDDEN_TEXT_RULE,
      },
    }),
    NameTextCheckedLater(max, options),
  );
}

/**
 * Like `NameText`, but without the check for hidden characters. The handler makes that check, but not for a repeat of a
 * request that was accepted before the check was introduced.
 */
export function NameTextCheckedLater(max: number, options: FieldOptions = {}): PropertyDecorator {
  return text(max, PRINTABLE, options, (value) => value.trim());
}

function text(
  max: number,
  character: string,
  options: FieldOptions,
  normalize: (value: string) => string,
): PropertyDecorator {
  const minLength = options.optional === true ? 0 : 1;
  const allowed = new RegExp(`^${character}*$`);
  return applyDecorators(
    Transform(upTo(max, normalize)),
    IsString({ message: options.message ?? '$property must be text' }),
    MinLength(minLength, { message: options.message ?? '$property must not be empty' }),
    MaxLength(max, { message: `$property must be at most ${max} characters` }),
    Matches(allowed, { message: '$property must not contain control characters' }),
    documented({ type: String, minLength, maxLength: max, pattern: untrimmed(allowed) }, options),
  );
}

/** Returns a pattern for the OpenAPI document that also allows spaces around the value, because they are trimmed. */
export function untrimmed({ source }: RegExp): string {
  return `^\\s*(?:${source.replace(/^\^/, '').replace(/\$$/, '')})\\s*$`;
}

/** Text taken exactly as sent, such as a password. */
export function VerbatimText(min: number, max: number, options: FieldOptions = {}): PropertyDecorator {
  return applyDecorators(
    IsString({ message: options.message ?? '$property must be text' }),
    MinLength(min, { message: options.message ?? `$property must be at least ${min} characters long` }),
    MaxLength(max, { message: `$property must be at most ${max} characters` }),
    documented({ type: String, minLength: min, maxLength: max }, options),
  );
}

/** Text that matches a pattern, such as digits. */
export function Pattern(pattern: RegExp, message: string, options: FieldOptions = {}): PropertyDecorator {
  return applyDecorators(
    Transform(trim),
    Matches(pattern, { message: ({ value }) => (isBlank(value) ? (options.missing ?? message) : message) }),
    // Case-insensitive patterns are left out of the OpenAPI document, because its patterns cannot ignore case.
    documented({ type: String, ...(pattern.ignoreCase ? {} : { pattern: untrimmed(pattern) }) }, options),
  );
}

/** A number without separators, such as a routing number. Spaces, dashes and hidden characters are dropped (TRF-50). */
export function CompactNumber(
  pattern: RegExp,
  message: string,
  options: FieldOptions = {},
): PropertyDecorator {
  return applyDecorators(
    Pattern(pattern, message, { description: 'Spaces and dashes are dropped', ...options }),
    Transform(({ value }: TransformFnParams): unknown =>
      typeof value === 'string' ? compactNumber(value) : value,
    ),
  );
}

const MAX_EMAIL = 254;

/** An email address, converted to lowercase. */
export function EmailAddress(): PropertyDecorator {
  return applyDecorators(
    Transform(upTo(MAX_EMAIL, (value) => value.trim())),
    Transform(lowercase),
    IsEmail({}, { message: 'Please enter a valid email address' }),
    MaxLength(MAX_EMAIL, { message: `$property must be at most ${MAX_EMAIL} characters` }),
    documented({ type: String, format: 'email', maxLength: MAX_EMAIL }, {}),
  );
}

/** An email address for registration, to which mail can be sent (REG-44). */
export function NewEmailAddress(): PropertyDecorator {
  return applyDecorators(
    EmailAddress(),
    ValidateBy({
      name: 'canGetMail',
      validator: {
        validate: (value: unknown) => typeof value === 'string' && canGetMail(value),
        defaultMessage: () => 'Please enter a valid email address',
      },
    }),
  );
}

/** A request's amount, which `Dollars` has converted to cents. */
export class Amount {
  constructor(readonly cents: number) {}
}

interface DollarsOptions extends FieldOptions {
  /** A lower maximum than for other amounts, and the message for exceeding it. */
  readonly max?: { readonly cents: number; readonly message: string };
}

/**
 * An amount in dollars: a JSON number with at most two decimals (CON-1). Converts it to an `Amount`, so handlers see
 * only cents.
 */
export function Dollars(minCents: number, { max, ...options }: DollarsOptions = {}): PropertyDecorator {
  const maxCents = max?.cents ?? MAX_AMOUNT_CENTS;
  const messageFor = (value: unknown): string =>
    max !== undefined && value instanceof Amount && value.cents > max.cents
      ? max.message
      : (options.message ?? amountMessage(value, options.missing));
  return applyDecorators(
    Transform(toAmount),
    ValidateBy({
      name: 'isDollars',
      validator: {
        validate: (value: unknown): boolean =>
          value instanceof Amount && value.cents >= minCents && value.cents <= maxCents,
        defaultMessage: (args?: ValidationArguments) => messageFor(args?.value),
      },
    }),
    documented({ type: Number, minimum: minCents / 100, maximum: maxCents / 100 }, options),
  );
}

const isBlank = (value: unknown): boolean => value === undefined || value === null || value === '';

/** Converts dollars to an `Amount`. Leaves any other value unchanged, so the validator refuses it. */
function toAmount({ value }: TransformFnParams): unknown {
  const cents = typeof value === 'number' ? centsFromDollars(value) : null;
  return cents === null ? value : new Amount(cents);
}

function amountMessage(value: unknown, missing = 'Please fill in all required fields'): string {
  if (isBlank(value)) return missing;
  const amount = value instanceof Amount ? value.cents : value;
  if (typeof amount === 'number' && amount <= 0) return 'Amount must be greater than $0';
  return '$property must be an amount in dollars with at most 2 decimals, up to 10000000';
}

/** One of a fixed set of values. */
export function OneOf(choices: readonly string[], options: FieldOptions = {}): PropertyDecorator {
  return applyDecorators(
    IsIn(choices, { message: options.message ?? `$property must be one of ${choices.join(', ')}` }),
    documented({ type: String, enum: [...choices] }, options),
  );
}

/** A UUID, converted to lowercase. */
export function Id(options: FieldOptions = {}): PropertyDecorator {
  return applyDecorators(
    Transform(lowercase),
    IsUUID('all', { message: options.message ?? '$property must be an id' }),
    documented({ type: String, format: 'uuid' }, options),
  );
}

/**
 * A calendar date in ISO 8601, with or without a time. Without a zone, it is in the bank's time zone: read it with
 * `parseBankTime` (CON-5).
 */
export function Timestamp(options: FieldOptions = {}): PropertyDecorator {
  const message = options.message ?? '$property must be an ISO 8601 date from 1900 to 2199';
  return applyDecorators(
    ValidateBy({
      name: 'isTimestamp',
      validator: { validate: isTimestamp, defaultMessage: () => message },
    }),
    documented({ type: String, pattern: CALENDAR_DATE_AND_TIME, example: '2026-11-20T16:05:00Z' }, options),
  );
}

/** Excludes week and ordinal dates, which `Date` can't parse, and distant years, which can't be stored or shown. */
const CALENDAR_DATE = /^(19|20|21)\d{2}-\d{2}-\d{2}(?![^T ])/;
/** The pattern of accepted forms, for the OpenAPI document. It does not exclude days such as February 30. */
const CALENDAR_DATE_AND_TIME =
  '^(19|20|21)[0-9]{2}-[0-9]{2}-[0-9]{2}([T ][0-9]{2}(:?[0-9]{2}(:?[0-9]{2}([.,][0-9]+)?)?)?(Z|[+-][0-9]{2}(:?[0-9]{2})?)?)?$';

function isTimestamp(value: unknown): boolean {
  if (typeof value !== 'string' || !CALENDAR_DATE.test(value)) return false;
  return isISO8601(value, { strict: true }) && !Number.isNaN(Date.parse(value));
}

/** The revision that a decision is based on. */
export const Revision = (options: FieldOptions = {}): PropertyDecorator => WholeNumberFrom(1, options);

/** A size in bytes. */
export const ByteCount = (options: FieldOptions = {}): PropertyDecorator => WholeNumberFrom(0, options);

/** A whole number that is not less than a minimum. */
export function WholeNumberFrom(minimum: number, options: FieldOptions = {}): PropertyDecorator {
  return applyDecorators(
    IsInt({ message: '$property must be a whole number' }),
    Min(minimum, { message: `$property must be at least ${minimum}` }),
    documented({ type: 'integer', minimum }, options),
  );
}

function lowercase({ value }: TransformFnParams): unknown {
  return typeof value === 'string' ? value.toLowerCase() : value;
}

function trim({ value }: TransformFnParams): unknown {
  return typeof value === 'string' ? value.trim() : value;
}

/**
 * Normalizes text of at most `max` characters. Leaves longer text unchanged, so the length check refuses it: the
 * documented limit applies to the text as sent, including characters that `normalize` would drop.
 */
function upTo(max: number, normalize: (text: string) => string) {
  return ({ value }: TransformFnParams): unknown =>
    typeof value === 'string' && [...value].length <= max ? normalize(value) : value;
}

/** A field that can be left out but, unlike with `IsOptional`, must not be null. The OpenAPI document says the same. */
export const Optional = (): PropertyDecorator => ValidateIf((_, value: unknown) => value !== undefined);

/** A field that is required unless one of the others is present. */
export function RequiredUnless(
  others: readonly string[],
  schema: Parameters<typeof ApiPropertyOptional>[0] = {},
): PropertyDecorator {
  return applyDecorators(
    ValidateIf(
      (body: Record<string, unknown>, value) =>
        value !== undefined || others.every((other) => body[other] === undefined),
    ),
    ApiPropertyOptional({
      ...schema,
      description: `Required unless \`${others.join('` or `')}\` is present`,
    }),
  );
}

function documented(schema: Parameters<typeof ApiProperty>[0], options: FieldOptions): PropertyDecorator {
  if (options.unless !== undefined) return RequiredUnless(options.unless, schema);
  const described =
    options.description === undefined ? { ...schema } : { ...schema, description: options.description };
  return options.optional === true
    ? applyDecorators(Optional(), ApiPropertyOptional(described))
    : ApiProperty(described);
}
