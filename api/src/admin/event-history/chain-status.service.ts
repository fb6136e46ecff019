import { Inject, Injectable } from '@nestjs/common';
import { formatUsd } from '@moniker/common/money.js';
import { systemAccountName } from '../../ledger/domain/accounts.js';
import { LedgerBalances, type QuarantinedAccount } from '../../ledger/queries/ledger-balances.service.js';
import { LedgerEvents, userIdOfActor } from '../../ledger/queries/ledger-events.service.js';
import type { AuthenticatedUser } from '../../http/request.js';
import type { Config } from '../../platform/config/config.js';
import { CONFIG } from '../../platform/config/config.token.js';
import type { ChainStatusDto, QuarantinedAccountDto, VerificationDto } from './chain-status.dto.js';
import { deletedPerson, PeopleService, type Viewer } from './people.service.js';
import { VerificationsService, type VerificationRow } from './verifications.service.js';

const MAX_QUARANTINED = 20;

/** Returns the state of the log and its verifications (HIST-6). */
@Injectable()
export class ChainStatusService {
  constructor(
    private readonly events: LedgerEvents,
    private readonly balances: LedgerBalances,
    private readonly verifications: VerificationsService,
    private readonly people: PeopleService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async get(viewer: Viewer): Promise<ChainStatusDto> {
    const [head, latest, lastResult, quarantined] = await Promise.all([
      this.events.head(),
      this.verifications.latest(),
      this.verifications.lastResult(),
      this.balances.quarantined(MAX_QUARANTINED),
    ]);
    return {
      position: head.position,
      hash: head.hash.toString('hex'),
      recordedAt: head.position === 0 ? null : head.recordedAt,
      indexLag: head.indexLag,
      verifyEveryHours: this.config.ledgerVerifyHours,
      latest: await this.toDto(latest, viewer),
      lastResult: await this.toDto(lastResult, viewer),
      quarantined: await this.toQuarantinedDtos(quarantined, viewer),
    };
  }

  /** Asks the worker for a verification, unless one is already waiting or running. */
  async requestVerification(me: AuthenticatedUser): Promise<ChainStatusDto> {
    await this.verifications.request(`user:${me.userId}`);
    return this.get(me);
  }

  private async toQuarantinedDtos(
    rows: readonly QuarantinedAccount[],
    viewer: Viewer,
  ): Promise<QuarantinedAccountDto[]> {
    const ids = rows.map(({ accountId }) => accountId);
    const names = await this.people.findByIds(ids, viewer);
    return rows.map((row) => ({
      accountId: row.accountId,
      name:
        systemAccountName(row.accountId) ?? (names.get(row.accountId) ?? deletedPerson(row.accountId)).name,
      foundAt: row.foundAt,
      position: row.position,
      balance: formatUsd(row.postedCents),
      entryBalance: formatUsd(row.entryPostedCents),
    }));
  }

  private async toDto(row: VerificationRow | null, viewer: Viewer): Promise<VerificationDto | null> {
    if (row === null) return null;
    const userId = userIdOfActor(row.requestedBy);
    const names = await this.people.findByIds(userId === null ? [] : [userId], viewer);
    return {
      ...row,
      requestedBy: userId === null ? null : (names.get(userId) ?? deletedPerson(userId)),
    };
  }
}
