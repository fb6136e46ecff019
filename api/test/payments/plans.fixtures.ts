import { randomInt, randomUUID } from 'node:crypto';
import { createDataSource } from '../../src/platform/database/data-source.js';
import { PreparedReads } from '../../src/platform/database/prepared-reads.service.js';
import { addDays, bankDayOf } from '../../src/platform/time/bank-day.js';
import { BankDays } from '../../src/platform/time/bank-days.service.js';
import { createLedgerWriter, type RemoteLogOptions } from '../../src/ledger/create-ledger-writer.js';
import { type PayloadOf, type PlanSchedule, planStream } from '../../src/ledger/domain/events.js';
import { ChangePlanCommand } from '../../src/payments/plans/change-plan.command.js';
import { ChangePlanHandler } from '../../src/payments/plans/change-plan.handler.js';
import type { ChangePlanBody } from '../../src/payments/plans/plan.dto.js';
import { PlanRunner } from '../../src/payments/plans/plan-runner.service.js';
import { digestPlanTexts, type Plan, Plans } from '../../src/payments/plans/plans.service.js';
import { RecordRunCommand } from '../../src/payments/plans/record-run.command.js';
import { RecordRunHandler } from '../../src/payments/plans/record-run.handler.js';
import { TransactionQueries } from '../../src/payments/transactions/transaction-queries.service.js';
import { MonikerRecipients } from '../../src/payments/transfers/moniker-recipients.service.js';
import { RecipientCustomers } from '../../src/payments/transfers/recipient-customers.service.js';
import { RequestTransferCommand } from '../../src/payments/transfers/request-transfer.command.js';
import { RequestTransferHandler } from '../../src/payments/transfers/request-transfer.handler.js';
import { SendMoneyAccess } from '../../src/payments/transfers/send-money-access.service.js';
import { query, type TestDatabase } from '../harness/index.js';
import { openRunLog } from '../harness/sample-ledger.js';
import { TEST_SIGNER } from '../harness/writer-key.js';
import { credit, openAccount, receiptOf, submission } from '../ledger/ledger.fixtures.js';

type Runner = ConstructorParameters<typeof PlanRunner>;

/** A clock whose time is set by the test. All processes of the test share it. */
export class FakeClock {
  constructor(public time: Date) {}
  readonly now = (): Date => this.time;
  set(iso: string): void {
    this.time = new Date(iso);
  }
}

export interface RunnerProcess {
  readonly runner: PlanRunner;
  readonly plans: Plans;
  readonly writer: ReturnType<typeof createLedgerWriter>;
  /** Whether the process crashes between requesting a transfer and recording the result. */
  crashes: boolean;
  close(): Promise<void>;
}

/**
 * Creates the parts of an API process that make scheduled transfers. They use the test's clock. If `remote` is null,
 * their log is in PostgreSQL. If `remote` is omitted, their log is in PostgreSQL or KurrentDB, as chosen for the test
 * run.
 */
export async function openRunner(
  database: TestDatabase,
  { now }: FakeClock,
  remote?: RemoteLogOptions | null,
  paysCustomers = true,
): Promise<RunnerProcess> {
  const runLog = remote === undefined ? await openRunLog(database) : null;
  const settings = { bankTimeZone: 'America/New_York', offersPlans: true, paysCustomers };
  const config = { ...settings, databaseUrl: database.appUrl, newRecipientLimitCents: 0 } as never;
  const dataSource = await createDataSource(database.appUrl, 4).initialize();
  const writer = createLedgerWriter(database.appUrl, TEST_SIGNER, {
    now,
    dataSource,
    remote: remote ?? runLog,
  });
  const reads = new PreparedReads(config);
  const days = new BankDays(now, config);
  const plans = new Plans(dataSource, days, now, config);
  const access = new SendMoneyAccess(reads);
  const request = new RequestTransferHandler(
    writer,
    new TransactionQueries(dataSource, reads),
    access,
    // A scheduled transfer never asks for a second factor.
    null as never,
    new RecipientCustomers(reads, config),
    new MonikerRecipients(reads, access, now, config),
    // A scheduled transfer never pays a money request.
    null as never,
    now,
    config,
  );
  const record = new RecordRunHandler(writer, plans, days);
  const process: RunnerProcess = {
    ...{ plans, writer, crashes: false },
    runner: null as never,
    async close() {
      await writer.close();
      await runLog?.log.close();
      await reads.onApplicationShutdown();
      await dataSource.destroy();
    },
  };
  const execute = async (command: unknown): Promise<unknown> => {
    if (command instanceof RequestTransferCommand) return request.execute(command);
    if (!(command instanceof RecordRunCommand)) throw new Error('unexpected command');
    if (process.crashes) throw new Error('the process has ended');
    return record.execute(command);
  };
  return Object.assign(process, {
    runner: new PlanRunner(plans, { execute } as never as Runner[1], days, config),
  });
}

/** Adds a customer who is allowed to send money. */
export async function addCustomer(
  database: TestDatabase,
  { writer }: RunnerProcess,
  dollars: number,
): Promise<string> {
  const id = randomUUID();
  await query(
    database.superUrl,
    `insert into app_user (id, email, first_name, last_name, moniker, phone_number, password_hash, is_admin,
        is_email_verified, created_at)
      values ($1, $2, 'A', 'B', $3, null, '', false, true, now())`,
    [id, `${id}@mail.example`, id.replaceAll('-', '').slice(0, 20)],
  );
  await query(
    database.superUrl,
    `insert into account_request (id, user_id, account_type, status, account_number, routing_number, created_at)
      values ($1, $2, 'personal', 'approved', $3, '021000021', now())`,
    [randomUUID(), id, String(randomInt(100_000_000, 999_999_999))],
  );
  receiptOf(await writer.submit(submission(openAccount(id))));
  if (dollars > 0) receiptOf(await writer.submit(submission(credit(id, dollars * 100))));
  return id;
}

/** Adds a plan with its event. */
export async function addPlan(
  { plans, writer }: RunnerProcess,
  userId: string,
  schedule: PlanSchedule,
  firstDay: string,
  amountCents = 100,
  customer: Pick<Plan, 'recipientId' | 'toAccount'> = { recipientId: null, toAccount: null },
): Promise<string> {
  const id = randomUUID();
  const numbers = { recipientName: 'C', recipientAccount: '1', recipientRouting: '2' };
  const texts = { ...numbers, purpose: 'Rent', ...customer };
  const common = { userId, schedule, firstDay, amountCents, category: 'bills' as const };
  const payload = { planId: id, ...common, textsDigest: digestPlanTexts(texts, 'salt') };
  const event = { type: 'TransferPlanned', payload } as const;
  const context = { actor: `user:${userId}`, correlationId: 'test' };
  await writer.transaction(async (manager, submit) => {
    await plans.insert(manager, { id, ...common, ...texts, salt: 'salt' });
    await submit({ command: { type: 'RecordAudit', stream: planStream(userId), event }, context });
  });
  return id;
}

/** Changes a plan as the customer would. */
export function changePlan(
  { plans, writer }: RunnerProcess,
  { now }: FakeClock,
  userId: string,
  { id, ...body }: ChangePlanBody & { readonly id: string },
): Promise<void> {
  const context = { actor: `user:${userId}`, correlationId: 'test' };
  return new ChangePlanHandler(writer, plans, now).execute(new ChangePlanCommand(userId, id, body, context));
}

/**
 * Ends a plan and adds a copy that is due now, because customers cannot plan a transfer for a past day. Returns the
 * copy's id.
 */
export async function makeDue(database: TestDatabase, id: string): Promise<string> {
  const process = await openRunner(database, new FakeClock(new Date()));
  const firstDay = addDays(bankDayOf(new Date(), 'America/New_York'), -1);
  const planId = randomUUID();
  try {
    await process.writer.transaction(async (manager, submit) => {
      const [planned] = await manager.query<{ payload: string }[]>(
        "select payload from ledger_event where type = 'TransferPlanned' and strpos(payload, $1) > 0",
        [id],
      );
      await manager.query(
        `insert into transfer_plan select (jsonb_populate_record(p, jsonb_build_object(
            'id', $2::text, 'first_day', $3::text, 'due_day', $3::text, 'run_at', now()))).*
          from transfer_plan p where id = $1`,
        [id, planId, firstDay],
      );
      await manager.query("update transfer_plan set status = 'ended' where id = $1", [id]);
      const payload = {
        ...(JSON.parse(planned?.payload ?? '') as PayloadOf<'TransferPlanned'>),
        ...{ planId, firstDay },
      };
      const event = { type: 'TransferPlanned', payload } as const;
      const stream = planStream(payload.userId);
      const context = { actor: `user:${payload.userId}`, correlationId: 'test' };
      await submit({ command: { type: 'RecordAudit', stream, event }, context });
    });
  } finally {
    await process.close();
  }
  return planId;
}

export async function planRow({ appUrl }: TestDatabase, id: string) {
  const [row] = await query<Pick<Plan, 'status' | 'reason' | 'dueDay' | 'tries'>>(
    appUrl,
    'select status, reason, due_day::text as "dueDay", tries from transfer_plan where id = $1',
    [id],
  );
  return row;
}

/** Returns what the plan runner recorded about a plan, in log order: requested transfers and changes to the plan. */
export async function eventsOfPlan({ superUrl }: TestDatabase, id: string): Promise<string[]> {
  const rows = await query<{ text: string }>(
    superUrl,
    `select case type when 'TransferRequested' then 'requested ' || (payload::json ->> 'bankDay')
        else concat_ws(' ', payload::json ->> 'change', payload::json ->> 'reason', payload::json ->> 'dueDay') end as text
      from ledger_event where actor = 'system' and causation_id = $1 order by position`,
    [`plan:${id}`],
  );
  return rows.map(({ text }) => text);
}

/** Returns the days for which a plan's transfer was requested, according to the idempotency keys. */
export async function requestedDays({ superUrl }: TestDatabase, id: string): Promise<string[]> {
  const rows = await query<{ day: string }>(
    superUrl,
    `select split_part(key, ':', 3) as day from ledger_idempotency_key where actor = 'system' and key like $1 order by 1`,
    [`plan:${id}:%`],
  );
  return rows.map(({ day }) => day);
}
