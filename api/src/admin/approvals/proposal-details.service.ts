import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { LedgerApprovals } from '../../ledger/approvals/ledger-approvals.service.js';
import {
  SHOWN_TEXTS,
  textColumns,
  TEXT_FIELDS,
  type TextField,
} from '../../ledger/texts/transaction-texts.js';
import { selectList } from '../../platform/database/select.js';
import { BankDays } from '../../platform/time/bank-days.service.js';
import { describeProposal, type ProposedTransaction } from './describe-proposal.js';
import type { ProposalPayload } from './proposal-payload.dto.js';
import type { ProposalDetailDto } from './proposal.dto.js';

// The reason belongs to balance edits, not to decisions on payments.
const FIELDS = TEXT_FIELDS.filter((field) => field !== 'reason');

const SELECT_TRANSACTION = `
  select t.kind, t.status, t.amount_cents as "amountCents", coalesce(t.shown_at, t.visible_at, t.created_at) as "shownAt",
    case when t.kind = 'transfer' then not exists (
      select from ledger_transaction o join ledger_transaction_text y using (transaction_id)
        where o.account_id = t.account_id and o.kind = 'transfer' and o.status = 'completed'
          and o.transaction_id <> t.transaction_id
          and y.recipient_account = x.recipient_account and y.recipient_routing = x.recipient_routing)
    end as "isNewRecipient", ${selectList({ ...textColumns(FIELDS), ...SHOWN_TEXTS })}
  from ledger_transaction t left join ledger_transaction_text x using (transaction_id)
  where t.transaction_id = $1`;

type Row = Omit<ProposedTransaction, 'texts' | 'timeZone'> & Readonly<Record<TextField, string | null>>;

/** Describes what a proposal would do, for the admin who decides (APR-3, APR-22). */
@Injectable()
export class ProposalDetails {
  constructor(
    private readonly dataSource: DataSource,
    private readonly ledger: LedgerApprovals,
    private readonly days: BankDays,
  ) {}

  async of(payload: ProposalPayload): Promise<ProposalDetailDto[]> {
    const { policy: inForce } = await this.ledger.policy();
    return describeProposal(payload, { inForce, transaction: await this.transactionOf(payload) });
  }

  private async transactionOf(payload: ProposalPayload): Promise<ProposedTransaction | null> {
    if (payload.kind !== 'ledger' || payload.command.type !== 'ReviewTransaction') return null;
    const [row] = await this.dataSource.query<Row[]>(SELECT_TRANSACTION, [payload.command.transactionId]);
    if (row === undefined) return null;
    const { kind, status, amountCents, shownAt, isNewRecipient, ...texts } = row;
    return { kind, status, amountCents, shownAt, isNewRecipient, texts, timeZone: this.days.timeZone };
  }
}
