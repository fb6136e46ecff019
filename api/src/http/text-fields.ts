import type { Type } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';

/** Creates a response class with the fields of `base`, followed by nullable text fields with the given names. */
export function withTexts<Base extends object, Name extends string>(
  base: Type<Base>,
  names: readonly Name[],
): Type<Base & Record<Name, string | null>>;
/** Like the other overload, but with text fields that are never null. */
export function withTexts<Base extends object, Name extends string>(
  base: Type<Base>,
  names: readonly Name[],
  kind: 'required',
): Type<Base & Record<Name, string>>;
export function withTexts(base: Type<object>, names: readonly string[], kind?: 'required'): Type<object> {
  class WithTexts extends base {}
  for (const name of names) {
    ApiProperty(kind === 'required' ? { type: String } : { type: String, nullable: true })(
      WithTexts.prototype,
      name,
    );
  }
  return WithTexts;
}
