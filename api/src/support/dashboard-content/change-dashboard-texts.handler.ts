import { isDeepStrictEqual } from 'node:util';
import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AdminCommandHandler, type CommandTarget } from '../../http/admin-command.js';
import { AppError } from '../../http/app-error.js';
import { receiptOrThrow } from '../../http/refusal-error.js';
import { UsersService } from '../../identity/users/users.service.js';
import { dashboardStream } from '../../ledger/domain/events.js';
import { digestFields, newSalt } from '../../ledger/texts/transaction-texts.js';
import { LedgerWriter } from '../../ledger/writer/ledger-writer.service.js';
import { CLOCK, type Clock } from '../../platform/time/clock.js';
import { ChangeDashboardTextsCommand } from './change-dashboard-texts.command.js';
import type { DashboardContentDto } from './dashboard-content.dto.js';
import { DashboardContentEntity } from './dashboard-content.entity.js';
import { DashboardContentService, notACustomer } from './dashboard-content.service.js';
import { changedTexts, digestedTexts } from './dashboard-texts.js';

/** Stores the texts in the same transaction as the event that records their digest and author (DASH-31). */
@CommandHandler(ChangeDashboardTextsCommand)
export class ChangeDashboardTextsHandler
  extends AdminCommandHandler<ChangeDashboardTextsCommand>
  implements ICommandHandler<ChangeDashboardTextsCommand>
{
  constructor(
    private readonly ledger: LedgerWriter,
    private readonly users: UsersService,
    private readonly contents: DashboardContentService,
    @Inject(CLOCK) private readonly now: Clock,
  ) {
    super();
  }

  /** @throws NOT_FOUND the user does not exist, is deleted, or is an admin (DASH-14) */
  protected override async targetOf({ userId }: ChangeDashboardTextsCommand): Promise<CommandTarget> {
    const user = await this.users.getById(userId);
    if (user.isAdmin) throw notACustomer();
    return { customerId: userId };
  }

  /** @throws VALIDATION_FAILED the body names another user (DASH-12) */
  protected override async handle({
    userId,
    body,
    context,
  }: ChangeDashboardTextsCommand): Promise<DashboardContentDto> {
    if (body.userId !== undefined && body.userId.toLowerCase() !== userId) {
      throw new AppError('VALIDATION_FAILED', 'userId must match the id in the path', { fields: ['userId'] });
    }
    const texts = changedTexts(body);
    await this.ledger.transaction(async (manager, submit) => {
      const user = await this.users.lock(manager, userId);
      if (user.isAdmin) throw notACustomer();
      const before = await manager.findOneBy(DashboardContentEntity, { userId });
      if (isDeepStrictEqual(before?.texts ?? {}, texts)) return;
      const salt = newSalt();
      const content = { userId, texts, salt, changedAt: this.now() };
      await manager.upsert(DashboardContentEntity, content, ['userId']);
      const payload = { userId, contentDigest: digestFields(digestedTexts(texts), salt) };
      const event = { type: 'DashboardTextsChanged', payload } as const;
      const stream = dashboardStream(userId);
      receiptOrThrow(await submit({ command: { type: 'RecordAudit', stream, event }, context }));
    });
    return this.contents.of(userId);
  }
}
