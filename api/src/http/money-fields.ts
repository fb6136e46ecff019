import { ApiProperty } from '@nestjs/swagger';
import { formatUsd } from '@moniker/common/money.js';

interface UsdOptions {
  readonly example?: string;
  readonly description?: string;
  readonly nullable?: boolean;
  readonly optional?: boolean;
  /** Documentation of the cents field. */
  readonly cents?: { readonly type?: 'integer'; readonly example?: number; readonly description?: string };
}

const CENTS = 'Cents';
const FORMATTED = 'formatted';

/**
 * Marks the field `xCents` of a response as an amount, and documents a text field `x` next to it. `ResponseInterceptor`
 * derives the text from the cents.
 */
export function Usd({ optional, nullable, cents, ...text }: UsdOptions = {}): PropertyDecorator {
  const common = { ...(optional && { required: false }), ...(nullable && { nullable }) };
  return (target, property) => {
    ApiProperty({ type: String, ...common, ...text })(target, withoutCents(property));
    ApiProperty({ type: Number, ...common, ...cents })(target, property);
  };
}

/**
 * The amount of a transfer or an incoming payment, which responses also give in dollars and as `formattedAmount`
 * (ADM-24).
 */
export function RequestedAmount(): PropertyDecorator {
  return (target, property) => {
    const amount = withoutCents(property);
    ApiProperty({ type: Number, description: 'In dollars, as submitted', example: 1234.5 })(target, amount);
    ApiProperty({ type: Number })(target, property);
    ApiProperty({ type: String, example: '$1,234.50' })(target, 'formattedAmount');
  };
}

/** A field that a response derives from the cents field next to it. */
export interface AmountField {
  readonly centsName: string;
  readonly write: (cents: number) => string | number;
}

/**
 * Returns how the field `name` is written in a response, or null if the field isn't an amount. No other code converts
 * cents for response fields. `fields` has the documented types of the class's fields, by name.
 */
export function amountField(name: string, fields: ReadonlyMap<string, unknown>): AmountField | null {
  const amount = name.startsWith(FORMATTED) ? uncapitalize(name.slice(FORMATTED.length)) : name;
  const centsName = `${amount}${CENTS}`;
  if (!fields.has(centsName)) return null;
  return { centsName, write: fields.get(name) === Number ? dollarsOf : formatUsd };
}

const dollarsOf = (cents: number): number => cents / 100;

const withoutCents = (name: string | symbol): string => String(name).slice(0, -CENTS.length);

const uncapitalize = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1);
