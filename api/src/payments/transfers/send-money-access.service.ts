import { Injectable } from '@nestjs/common';
import { PreparedReads } from '../../platform/database/prepared-reads.service.js';
import { AppError } from '../../http/app-error.js';

interface SendMoneyStatus {
  readonly accountNumber: string | null;
  readonly isRejected: boolean;
  readonly hasFactor: boolean;
  readonly isFrozen: boolean;
}

const NO_ACCOUNT: SendMoneyStatus = {
  accountNumber: null,
  isRejected: false,
  hasFactor: false,
  isFrozen: false,
};

// Checks only the newest account request and the newest application, because each replaces the earlier ones (KYC-60).
// Everything is in one query, because every transfer runs it.
const SELECT_ACCESS = `
  select (select case when status = 'approved' then account_number end from account_request
      where user_id = $1 order by created_at desc, id desc limit 1) as "accountNumber",
    coalesce((select status = 'rejected' from kyc_application
      where user_id = $1 order by created_at desc, id desc limit 1), false) as "isRejected",
    exists (select 1 from passkey where user_id = $1)
      or exists (select 1 from authenticator_app where user_id = $1 and confirmed_at is not null) as "hasFactor",
    (select frozen_at is not null from app_user where id = $1) as "isFrozen"`;

/** Checks who may send money (TRF-12). */
@Injectable()
export class SendMoneyAccess {
  constructor(private readonly reads: PreparedReads) {}

  /**
   * Checks that the user may send money. Returns whether the user has a second factor.
   *
   * @throws ACCOUNT_FROZEN the user is frozen (ADM-60)
   * @throws KYC_REJECTED the newest application is rejected
   * @throws ACCOUNT_NUMBER_MISSING no account number is assigned
   */
  async require(userId: string): Promise<{ readonly hasFactor: boolean }> {
    const [access = NO_ACCOUNT] = await this.reads.query<SendMoneyStatus>(SELECT_ACCESS, [userId]);
    if (access.isFrozen) throw new AppError('ACCOUNT_FROZEN');
    if (access.isRejected) throw new AppError('KYC_REJECTED');
    if (access.accountNumber === null) throw new AppError('ACCOUNT_NUMBER_MISSING');
    return access;
  }
}
