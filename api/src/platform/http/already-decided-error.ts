import { AppError } from './app-error.js';

/** A decision that was taken before: which, by whom and when, as far as it is known. */
interface EarlierDecision {
  readonly status: string;
  readonly by: { readonly firstName: string; readonly lastName: string } | null;
  readonly at: Date | null;
}

/** What the second of two admins is told who decide on the same thing. */
export function alreadyDecidedError({ status, by, at }: EarlierDecision): AppError {
  const who = by === null ? '' : ` by ${by.firstName} ${by.lastName}`;
  const when = at === null ? '' : ` at ${at.toISOString()}`;
  return new AppError(
    'ALREADY_DECIDED',
    `This was already decided: ${status.replace('_', ' ')}${who}${when}`,
  );
}
