import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform, type TransformFnParams } from 'class-transformer';
import {
  IsEmail,
  IsIn,
  IsInt,
  IsOptional,
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
import { centsFromDollars, MAX_AMOUNT_CENTS } from '../ledger/domain/money.js';

/**
 * Options of the field decorators. Each decorator combines the validation rule, the message for users and the OpenAPI
 * description of one kind of field. `message` overrides the default message.
 */
interface FieldOptions {
  readonly message?: string;
  readonly optional?: boolean;
  readonly description?: string;
}

const NO_CONTROL_CHARACTERS = /^[^\p{Cc}]*$/u;
const NO_CONTROL_CHARACTERS_EXCEPT_NEWLINES = /^(?:[^\p{Cc}]|[\n\r\t])*$/u;

/** One line of text, trimmed, with 1 to `max` characters (0 if optional). */
export function ShortText(max: number, options: FieldOptions = {}): PropertyDecorator {
  return text(max, NO_CONTROL_CHARACTERS, options);
}

/** Text of several lines, trimmed, with 1 to `max` characters (0 if optional). */
export function LongText(max: number, options: FieldOptions = {}): PropertyDecorator {
  return text(max, NO_CONTROL_CHARACTERS_EXCEPT_NEWLINES, options);
}

function text(max: number, allowed: RegExp, options: FieldOptions): PropertyDecorator {
  const minLength = options.optional === true ? 0 : 1;
  return applyDecorators(
    Transform(trim),
    IsString({ message: options.message ?? '$property must be text' }),
    MinLength(minLength, { message: options.message ?? '$property must not be empty' }),
    MaxLength(max, { message: `$property must be at most ${max} characters` }),
    Matches(allowed, { message: '$property must not contain control characters' }),
    documented({ type: String, minLength, maxLength: max }, options),
  );
}

/** Text that is taken exactly as sent, such as a password. */
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
    Matches(pattern, { message }),
    documented({ type: String, pattern: pattern.source }, options),
  );
}

/** An email address, converted to lowercase. */
export function EmailAddress(options: FieldOptions = {}): PropertyDecorator {
  return applyDecorators(
    Transform(trim),
    Transform(lowercase),
    IsEmail({}, { message: options.message ?? 'Please enter a valid email address' }),
    MaxLength(254, { message: '$property must be at most 254 characters' }),
    documented({ type: String, format: 'email' }, options),
  );
}

/** The amount of a request, which `Dollars` has converted to cents. */
export class Amount {
  constructor(readonly cents: number) {}
}

/**
 * An amount in dollars: a JSON number with at most two decimals (CON-1). Converts it to an `Amount`; nothing behind the
 * body knows dollars. `minCents` is in cents.
 */
export function Dollars(minCents: number, options: FieldOptions = {}): PropertyDecorator {
  return applyDecorators(
    Transform(toAmount),
    ValidateBy({
      name: 'isDollars',
      validator: {
        validate: (value: unknown): boolean =>
          value instanceof Amount && value.cents >= minCents && value.cents <= MAX_AMOUNT_CENTS,
        defaultMessage: (args?: ValidationArguments) => options.message ?? amountMessage(args?.value),
      },
    }),
    documented({ type: Number, minimum: minCents / 100, maximum: MAX_AMOUNT_CENTS / 100 }, options),
  );
}

/** Leaves what is not an amount as it is, for the validator to refuse. */
function toAmount({ value }: TransformFnParams): unknown {
  const cents = typeof value === 'number' ? centsFromDollars(value) : null;
  return cents === null ? value : new Amount(cents);
}

function amountMessage(value: unknown): string {
  if (value === undefined || value === null) return 'Please fill in all required fields';
  const amount = value instanceof Amount ? value.cents : value;
  if (typeof amount === 'number' && amount <= 0) return 'Amount must be greater than $0';
  return '$property must be a number of dollars with at most 2 decimals, up to 10000000';
}

/** One of a fixed set of values. */
export function OneOf(choices: readonly string[], options: FieldOptions = {}): PropertyDecorator {
  return applyDecorators(
    IsIn(choices, { message: options.message ?? `$property must be one of ${choices.join(', ')}` }),
    documented({ type: String, enum: [...choices] }, options),
  );
}

/** A UUID, converted to lowercase. If optional, it may be left out but not null. */
export function Id(options: FieldOptions = {}): PropertyDecorator {
  return applyDecorators(
    Transform(lowercase),
    IsUUID('all', { message: options.message ?? '$property must be an id' }),
    documented({ type: String, format: 'uuid' }, options, UNDEFINED_ONLY),
  );
}

/** A calendar date in ISO 8601, with or without a time. If optional, it may be left out but not null. */
export function Timestamp(options: FieldOptions = {}): PropertyDecorator {
  const message = options.message ?? '$property must be an ISO 8601 date from 1900 to 2199';
  return applyDecorators(
    ValidateBy({
      name: 'isTimestamp',
      validator: { validate: isTimestamp, defaultMessage: () => message },
    }),
    documented({ type: String, format: 'date-time' }, options, UNDEFINED_ONLY),
  );
}

/** Of the forms of ISO 8601, week and ordinal dates have no `Date`, and years far away cannot be stored or shown. */
const CALENDAR_DATE = /^(19|20|21)\d{2}-\d{2}-\d{2}(?![^T ])/;

function isTimestamp(value: unknown): boolean {
  if (typeof value !== 'string' || !CALENDAR_DATE.test(value)) return false;
  return isISO8601(value, { strict: true }) && !Number.isNaN(Date.parse(value));
}

/** The revision that a decision is based on. */
export function Revision(options: FieldOptions = {}): PropertyDecorator {
  return applyDecorators(
    IsInt({ message: '$property must be a whole number' }),
    Min(1, { message: '$property must be at least 1' }),
    documented({ type: 'integer', minimum: 1 }, options),
  );
}

/** A size in bytes. */
export function ByteCount(options: FieldOptions = {}): PropertyDecorator {
  return applyDecorators(
    IsInt({ message: '$property must be a whole number' }),
    Min(0, { message: '$property must be at least 0' }),
    documented({ type: 'integer', minimum: 0 }, options),
  );
}

function lowercase({ value }: TransformFnParams): unknown {
  return typeof value === 'string' ? value.toLowerCase() : value;
}

function trim({ value }: TransformFnParams): unknown {
  return typeof value === 'string' ? value.trim() : value;
}

/** Unlike `IsOptional`, lets no null through. */
const UNDEFINED_ONLY: PropertyDecorator = ValidateIf((_, value: unknown) => value !== undefined);

function documented(
  schema: Parameters<typeof ApiProperty>[0],
  options: FieldOptions,
  optional: PropertyDecorator = IsOptional(),
): PropertyDecorator {
  const described =
    options.description === undefined ? { ...schema } : { ...schema, description: options.description };
  return options.optional === true
    ? applyDecorators(optional, ApiPropertyOptional(described))
    : ApiProperty(described);
}
