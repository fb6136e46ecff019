import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { DOCUMENT_KINDS, DOCUMENTS } from '@moniker/common/applications.js';
import { formatUsd } from '@moniker/common/money.js';
import { describeChange, describePlan } from '../../events/transfer-plans.js';
import { type PayloadOf, PLAN_CAUSE_PREFIX } from '../../ledger/domain/events.js';
import { SHOWN_TEXTS } from '../../ledger/texts/transaction-texts.js';
import type { Config } from '../../platform/config/config.js';
import { formatDay, formatTimestamp } from '../../platform/time/bank-day.js';
import { CONFIG } from '../../platform/config/config.token.js';
import type {
  AccountRequestContext,
  PlanContext,
  SignInContext,
  TemplateContext,
  TransactionContext,
} from './template-context.js';

interface TransactionFields {
  readonly id: string;
  readonly amountCents: number;
  readonly feeCents: number;
  readonly recordedAt: Date;
  readonly recipientName: string | null;
  readonly fromAccount: string | null;
  readonly description: string | null;
  readonly paymentFor: string | null;
  readonly customerReason: string | null;
  readonly isPlanned: boolean;
}

const SELECT_TRANSACTION = `
  select t.transaction_id as id, t.amount_cents as "amountCents", t.fee_cents as "feeCents",
    e.recorded_at as "recordedAt", starts_with(e.causation_id, '${PLAN_CAUSE_PREFIX}') as "isPlanned", x.recipient_name as "recipientName",
    ${SHOWN_TEXTS.fromAccount} as "fromAccount", ${SHOWN_TEXTS.description} as description,
    ${SHOWN_TEXTS.paymentFor} as "paymentFor", x.customer_reason as "customerReason"
  from ledger_transaction t
    join ledger_event e on e.position = $2
    left join ledger_transaction_text x using (transaction_id)
  where t.transaction_id = $1`;

// A later decision may have replaced the message; the email is then sent without it.
const SELECT_ACCOUNT_REQUEST = `
  select right(account_number, 4) as "lastDigits",
    case when status = $2 then status_message end as "statusMessage",
    exists (select from ledger_event where stream = 'account-request:' || id
      and type = 'AccountNumberAssigned' and position < $3) as "wasApproved"
  from account_request where id = $1`;

// $2 is the position of the event that recorded the plan. It is null in emails that an earlier release queued. The plan
// replaces another plan if the same request ended the other plan before that event.
const SELECT_PLAN = `
  select amount_cents as "amountCents", recipient_name as "recipientName", schedule, due_day::text as "dueDay",
    exists (
      select from ledger_event made join ledger_event changed using (stream, correlation_id)
      where made.position = $2 and changed.type = 'TransferPlanChanged' and changed.position < made.position
    ) as "replacesPlan"
  from transfer_plan where id = $1`;

interface PlanFields extends Pick<PayloadOf<'TransferPlanned'>, 'amountCents' | 'schedule'> {
  readonly recipientName: string;
  readonly dueDay: string;
  readonly replacesPlan: boolean;
}

type PlanChanged = PayloadOf<'TransferPlanChanged'>;

/** Reads an email's template context, given the parameters in its outbox row. */
@Injectable()
export class TemplateContextReader {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  async read(manager: EntityManager, params: Readonly<Record<string, string>>): Promise<TemplateContext> {
    const { transactionId, position, accountRequestId, status, signedInAt, browser, documents } = params;
    const { planId, change, reason, dueDay } = params as Partial<PlanChanged>;
    return {
      transaction: transactionId ? await this.transaction(manager, [transactionId, position]) : null,
      accountRequest: accountRequestId
        ? await this.accountRequest(manager, [accountRequestId, status, position])
        : null,
      plan: planId
        ? await this.plan(
            manager,
            [planId, position],
            change && reason && dueDay && { change, reason, dueDay },
          )
        : null,
      signIn: signedInAt && browser ? this.signIn(signedInAt, browser) : null,
      documents: documentNames(documents?.split(',') ?? []),
    };
  }

  private signIn(signedInAt: string, browser: string): SignInContext {
    const { bankTimeZone, publicUrl } = this.config;
    const date = formatTimestamp(new Date(signedInAt), bankTimeZone);
    return { browser, date, href: `${publicUrl}/secure-account` };
  }

  private async transaction(manager: EntityManager, values: unknown[]): Promise<TransactionContext | null> {
    const [row] = await manager.query<TransactionFields[]>(SELECT_TRANSACTION, values);
    if (row === undefined) return null;
    const { amountCents, feeCents, recordedAt, recipientName, fromAccount, description } = row;
    const { bankTimeZone, publicUrl } = this.config;
    return {
      amount: formatUsd(amountCents),
      fee: formatUsd(feeCents),
      net: formatUsd(amountCents - feeCents),
      date: formatTimestamp(recordedAt, bankTimeZone),
      recipientName,
      fromAccount,
      description,
      paymentFor: row.paymentFor,
      customerReason: row.customerReason,
      isPlanned: row.isPlanned,
      href: `${publicUrl}/dashboard?transaction=${row.id}`,
    };
  }

  private async plan(
    manager: EntityManager,
    values: unknown[],
    changed: Pick<PlanChanged, 'change' | 'reason' | 'dueDay'> | '' | undefined,
  ): Promise<PlanContext | null> {
    const [row] = await manager.query<PlanFields[]>(SELECT_PLAN, values);
    if (row === undefined) return null;
    const { amountCents, recipientName, replacesPlan } = row;
    const { bankTimeZone, publicUrl } = this.config;
    const format = (time: Date): string => formatDay(time, bankTimeZone);
    const text = changed
      ? describeChange({ amountCents, ...changed }, format)?.text
      : describePlan(row, format);
    if (text === undefined) return null;
    const amount = formatUsd(amountCents);
    return { text, amount, recipientName, replacesPlan, href: `${publicUrl}/dashboard` };
  }

  private async accountRequest(
    manager: EntityManager,
    values: unknown[],
  ): Promise<AccountRequestContext | null> {
    const [row] = await manager.query<Omit<AccountRequestContext, 'href'>[]>(SELECT_ACCOUNT_REQUEST, values);
    return row === undefined ? null : { ...row, href: `${this.config.publicUrl}/dashboard` };
  }
}

/** Returns the documents' names, with the typographic apostrophes used in emails. */
function documentNames(kinds: readonly string[]): string[] {
  return DOCUMENT_KINDS.filter((kind) => kinds.includes(kind)).map((kind) =>
    DOCUMENTS[kind].name.replaceAll("'", '’'),
  );
}
