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

/**
 * An amount of a response, as text and in cents: documents the decorated property `x` and `xCents` after it. Mappers fill
 * both with `moneyFields`.
 */
export function Usd({ optional, nullable, cents, ...text }: UsdOptions = {}): PropertyDecorator {
  const common = { ...(optional && { required: false }), ...(nullable && { nullable }) };
  return (target, property) => {
    ApiProperty({ type: String, ...common, ...text })(target, property);
    ApiProperty({ type: Number, ...common, ...cents })(target, centsNameOf(String(property)));
  };
}

type Cents = Readonly<Record<string, number | null>>;

type Texts<Amounts extends Cents> = {
  -readonly [Name in keyof Amounts]: null extends Amounts[Name] ? string | null : string;
};
type CentsFields<Amounts extends Cents> = {
  -readonly [Name in keyof Amounts & string as `${Name}Cents`]: Amounts[Name];
};

/**
 * The only conversion of cents on their way out: returns each amount as text and, with the suffix `Cents`, in cents.
 * `moneyFields({ fee: 400 })` is `{ fee: '$4.00', feeCents: 400 }`.
 */
export function moneyFields<Amounts extends Cents>(amounts: Amounts): Texts<Amounts> & CentsFields<Amounts> {
  const fields: Record<string, string | number | null> = {};
  for (const name in amounts) {
    const cents = amounts[name] ?? null;
    fields[name] = cents === null ? null : formatUsd(cents);
    fields[centsNameOf(name)] = cents;
  }
  return fields as Texts<Amounts> & CentsFields<Amounts>;
}

/** Names are kept, because building them for every row of a list costs more than formatting its amounts. */
const centsNames = new Map<string, string>();

function centsNameOf(name: string): string {
  const known = centsNames.get(name);
  if (known !== undefined) return known;
  const built = `${name}Cents`;
  centsNames.set(name, built);
  return built;
}

/** The amount of a transfer or an incoming payment, which admins and the form know in dollars as well (ADM-24). */
export function requestedAmountFields(amountCents: number): {
  amount: number;
  amountCents: number;
  formattedAmount: string;
} {
  return { amount: amountCents / 100, amountCents, formattedAmount: formatUsd(amountCents) };
}
