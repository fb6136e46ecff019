import { SetMetadata } from '@nestjs/common';
import type { AccessAction } from '../ledger/ledger.module.js';

export const ACCESS_RULE_KEY = 'moniker:access-rule';

type PathParams = Readonly<Record<string, string>>;
/** Returns the people shown in a response. */
type PeopleOf<Body> = (body: Body, params: PathParams) => readonly (string | null | undefined)[];

/** A route whose response shows people. */
export interface ReadRule {
  readonly kind: 'read';
  readonly action: AccessAction;
  readonly peopleOf: PeopleOf<unknown>;
}

/** What an admin route records in the access log. */
export type AccessRule =
  | ReadRule
  | { readonly kind: 'export'; readonly action: AccessAction }
  | { readonly kind: 'by-handler'; readonly action: AccessAction }
  | { readonly kind: 'nobody'; readonly reason: string };

/**
 * A read of personal data: it is recorded in the access log before the response is sent (LOG-1). `peopleOf` returns the
 * ids of the customers whom the response shows.
 */
export function RecordsAccess<Body>(action: AccessAction, peopleOf: PeopleOf<Body>) {
  const rule: ReadRule = {
    kind: 'read',
    action,
    peopleOf: (body, params) => peopleOf(body as Body, params),
  };
  return <Handler extends (...args: never[]) => Promise<Body>>(
    target: object,
    name: string | symbol,
    descriptor: TypedPropertyDescriptor<Handler>,
  ): TypedPropertyDescriptor<Handler> => {
    SetMetadata(ACCESS_RULE_KEY, rule)(target, name, descriptor);
    return descriptor;
  };
}

/** An export of personal data: it is recorded in the access log before its first byte is sent (LOG-1). */
export const RecordsExport = (action: AccessAction): MethodDecorator =>
  SetMetadata<string, AccessRule>(ACCESS_RULE_KEY, { kind: 'export', action });

/**
 * A read of personal data that the route's own code records in the access log, before it reads the data. That code
 * knows whose data it is, so the response need not be inspected.
 */
export const HandlerRecordsAccess = (action: AccessAction): MethodDecorator =>
  SetMetadata<string, AccessRule>(ACCESS_RULE_KEY, { kind: 'by-handler', action });

/** An admin route that shows nobody else's personal data. */
export const ShowsNobody = (reason: string): MethodDecorator =>
  SetMetadata<string, AccessRule>(ACCESS_RULE_KEY, { kind: 'nobody', reason });
