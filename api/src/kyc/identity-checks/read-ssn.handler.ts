import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { DataSource } from 'typeorm';
import { formatSsn } from '@moniker/common/ssn.js';
import { AccessLog } from '../../admin/access-log/access-log.service.js';
import { AdminCommandHandler, type CommandTarget } from '../../http/admin-command.js';
import { receiptOrThrow } from '../../http/refusal-error.js';
import { LedgerWriter } from '../../ledger/writer/ledger-writer.service.js';
import { UsersService } from '../../identity/users/users.service.js';
import type { SsnDto } from './admin-kyc.dto.js';
import { KycApplicationEntity } from './kyc-application.entity.js';
import { kycAudit, KycReviewService } from './kyc-review.service.js';
import { ReadSsnCommand } from './read-ssn.command.js';

/** Records the access, in the access log and as an event, before anything is decrypted (KYC-24). */
@CommandHandler(ReadSsnCommand)
export class ReadSsnHandler
  extends AdminCommandHandler<ReadSsnCommand>
  implements ICommandHandler<ReadSsnCommand>
{
  constructor(
    private readonly dataSource: DataSource,
    private readonly ledger: LedgerWriter,
    private readonly reviews: KycReviewService,
    private readonly users: UsersService,
    private readonly accesses: AccessLog,
  ) {
    super();
  }

  protected override targetOf({ applicationId }: ReadSsnCommand): Promise<CommandTarget> {
    return this.reviews.targetOf(applicationId);
  }

  /** @throws NOT_FOUND the customer is deleted */
  protected override async handle(
    { applicationId, context }: ReadSsnCommand,
    { customerId }: CommandTarget,
  ): Promise<SsnDto> {
    await this.users.getById(customerId);
    const kyc = await this.dataSource.manager.findOneByOrFail(KycApplicationEntity, { id: applicationId });
    await this.accesses.record({
      ...{ ...context, action: 'ssn', subject: customerId, count: 1 },
      details: { object: applicationId },
    });
    receiptOrThrow(await this.ledger.submit(kycAudit(kyc, 'SsnRead', context)));
    return { ssn: formatSsn(this.reviews.ssnOf(kyc)) };
  }
}
