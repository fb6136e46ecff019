import { Command } from '@nestjs/cqrs';
import type { CommandContext } from '../ledger/writer/submission.js';
import { AppError } from './app-error.js';

/** A command that only admins send. */
export abstract class AdminCommand<Result> extends Command<Result> {
  abstract readonly context: CommandContext;
}

/** The target of an admin command. */
export interface CommandTarget {
  readonly customerId: string;
  /** The customer on the other side of a transfer, if they have an account here (TRF-64). */
  readonly recipientId?: string | null;
  /** The error if the admin is the customer or the recipient; by default `OWN_ACCOUNT`. */
  readonly ownAccountError?: AppError;
}

type ResultOf<C> = C extends AdminCommand<infer Result> ? Result : never;

/**
 * Base class for handlers of admin commands: finds the customer that the command acts on, refuses the admin's own
 * account (ADM-27), and only then handles the command.
 */
export abstract class AdminCommandHandler<
  C extends AdminCommand<unknown>,
  Target extends CommandTarget = CommandTarget,
> {
  async execute(command: C): Promise<ResultOf<C>> {
    const target = await this.targetOf(command);
    refuseOwnAccount(command.context, target);
    return this.handle(command, target);
  }

  /** @throws NOT_FOUND the command's target does not exist */
  protected abstract targetOf(command: C): Target | Promise<Target>;

  protected abstract handle(command: C, target: Target): Promise<ResultOf<C>>;
}

/**
 * Refuses a command that acts on the admin's own account or on a transfer to it (ADM-27).
 *
 * @throws OWN_ACCOUNT, or the target's `ownAccountError`
 */
export function refuseOwnAccount({ actor }: CommandContext, target: CommandTarget): void {
  if (actor !== `user:${target.customerId}` && actor !== `user:${target.recipientId ?? ''}`) return;
  throw target.ownAccountError ?? new AppError('OWN_ACCOUNT');
}
