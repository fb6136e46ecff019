import { isolate } from '@moniker/common/typed-text.js';
import { AppError } from './app-error.js';

/** An earlier decision, with its admin and time if known. */
interface EarlierDecision {
  /**
   * What was decided, as the subject of a sentence; “This” by default. Pass `what` if an approver could think that
   * “This” means the proposal.
   */
  readonly what?: string;
  readonly status: string;
  readonly by: { readonly firstName: string; readonly lastName: string } | null;
  readonly at: Date | null;
}

/** The error for the second of two admins who decide the same thing (ACC-6). */
export function alreadyDecidedError({ what = 'This', status, by, at }: EarlierDecision): AppError {
  const decision = status === 'in_review' ? 'set to “in review”' : `decided: ${status}`;
  const who = by === null ? '' : ` by ${isolate(`${by.firstName} ${by.lastName}`)}`;
  const when = at === null ? '' : ` on ${at.toISOString()}`;
  return new AppError('ALREADY_DECIDED', `${what} was already ${decision}${who}${when}`);
}

/** The error for deciding on an application or account request that its customer has replaced with a newer one. */
export function newerApplicationError(): AppError {
  return new AppError('CONFLICT', 'This customer has submitted a newer application');
}
