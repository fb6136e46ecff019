import { Logger } from '@nestjs/common';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { dueDaysFrom } from '../../src/payments/plans/plan-rules.js';
import type { PlanSchedule } from '../../src/ledger/domain/events.js';
import { withAuditConnection } from '../../src/ledger/log/audit-connection.js';
import { verifyLedger } from '../../src/ledger/verify/verify-ledger.js';
import { addDays } from '../../src/platform/time/bank-day.js';
import { createDatabase, query, type TestDatabase } from '../harness/index.js';
import { InMemoryRemoteLog } from '../harness/in-memory-remote-log.js';
import {
  addCustomer,
  addPlan,
  changePlan,
  eventsOfPlan,
  FakeClock,
  openRunner,
  planRow,
  requestedDays,
  type RunnerProcess,
} from './plans.fixtures.js';

// This range includes March 9, when clocks go forward, and two months with fewer than 31 days.
const [START, END] = ['2025-01-29', '2025-04-30'];
const PLANS: readonly (readonly [PlanSchedule, string])[] = [
  ['once', '2025-03-09'],
  ['weekly', '2025-01-30'],
  ['weekly', '2025-02-02'],
  ['monthly', '2025-01-29'],
  ['monthly', '2025-01-30'],
  ['monthly', '2025-01-31'],
  ['monthly', '2025-02-15'],
];
/** The first day on which both processes are down, and the day on which they run again. */
const DOWN = ['2025-02-26', '2025-03-05'] as const;
const UTC_TIMES = ['09:59:30', '10:00:30', '10:59:30', '11:00:30', '11:05:00', '17:00:00'];

interface Bank {
  readonly log: InMemoryRemoteLog | null;
  readonly database: TestDatabase;
  readonly clock: FakeClock;
  readonly one: RunnerProcess;
  readonly other: RunnerProcess;
}

async function openBank(log: InMemoryRemoteLog | null): Promise<Bank> {
  const database = await createDatabase();
  const clock = new FakeClock(new Date(`${addDays(START, -1)}T17:00:00Z`));
  const [one, other] = [
    await openRunner(database, clock, remoteOf({ log })),
    await openRunner(database, clock, remoteOf({ log })),
  ];
  return { log, database, clock, one, other };
}

const remoteOf = ({ log }: Pick<Bank, 'log'>) =>
  log && { log: log.connect(), keySecret: Buffer.alloc(32, 1) };

async function monikerOf({ superUrl }: TestDatabase, userId: string): Promise<string> {
  const [user] = await query<{ moniker: string }>(superUrl, 'select moniker from app_user where id = $1', [
    userId,
  ]);
  return user?.moniker ?? '';
}

async function close({ one, other, database }: Bank): Promise<void> {
  await one.close();
  await other.close();
  await database.drop();
}

// Silences the logger, because the runner logs each crash.
Logger.overrideLogger(false);

describe.each(['PostgreSQL', 'a log outside PostgreSQL'])('scheduled transfers with %s', (place) => {
  let bank: Bank;
  beforeAll(async () => {
    bank = await openBank(place === 'PostgreSQL' ? null : new InMemoryRemoteLog());
  });
  afterAll(() => close(bank));

  it('are made once for each due day of a quarter, even if both processes crash and are down for days [TRF-124, TRF-121, TRF-122]', async () => {
    const { database, clock, one, other } = bank;
    const customer = await addCustomer(database, one, 1_000);
    const plans = await Promise.all(
      PLANS.map(async ([schedule, firstDay]) => ({
        ...{ schedule, firstDay },
        id: await addPlan(one, customer, schedule, firstDay),
      })),
    );
    let round = 0;
    for (let day = START; day <= END; day = addDays(day, 1)) {
      if (day >= DOWN[0] && day < DOWN[1]) continue;
      for (const time of UTC_TIMES) {
        clock.set(`${day}T${time}Z`);
        round += 1;
        one.crashes = round % 3 === 0;
        other.crashes = round % 4 === 0;
        // Sometimes releases all claims, as if they had expired, so both processes try to execute the same plans.
        await one.runner.runPortion();
        if (round % 5 === 0) await query(database.superUrl, 'update transfer_plan set claimed_until = null');
        await Promise.all([one.runner.runPortion(), other.runner.runPortion()]);
      }
    }
    one.crashes = other.crashes = false;
    clock.set(`${END}T23:00:00Z`);
    await one.runner.runPortion();

    for (const { id, ...days } of plans) {
      const due = dueDaysFrom(days, START, 100).filter((day) => day <= END);
      const requested = await eventsOfPlan(database, id);
      expect({ ...days, count: requested.length }).toEqual({ ...days, count: due.length });
      // With a log outside PostgreSQL, keys are stored only as HMACs, so the days in them can't be read.
      if (place === 'PostgreSQL') expect(await requestedDays(database, id)).toEqual(due);
      const onDay = due.map((day) => `requested ${day >= DOWN[0] && day < DOWN[1] ? DOWN[1] : day}`);
      expect(requested.toSorted()).toEqual(onDay.toSorted());
    }
    expect(await planRow(database, plans[0]?.id ?? '')).toMatchObject({ status: 'ended' });
  });

  it('are retried at 6 AM on the next two days if there is not enough money, then skipped [TRF-126]', async () => {
    const { database, clock, one } = bank;
    const poor = await addCustomer(database, one, 0);
    clock.set('2025-05-01T12:00:00Z');
    const id = await addPlan(one, poor, 'weekly', '2025-05-02');
    for (const time of [
      '02T09:59:59',
      '02T10:00:00',
      '03T09:59:59',
      '03T10:00:00',
      '04T10:00:00',
      '05T10:00:00',
    ]) {
      clock.set(`2025-05-${time}Z`);
      await one.runner.runPortion();
    }
    expect(await eventsOfPlan(database, id)).toEqual([
      'delayed funds 2025-05-02',
      'delayed funds 2025-05-02',
      'skipped funds 2025-05-02',
    ]);
    expect(await planRow(database, id)).toEqual({
      ...{ status: 'active', reason: null, dueDay: '2025-05-09', tries: 0 },
    });
  });

  it('are made on the next try if the first one exceeded the daily limit [TRF-126]', async () => {
    const { database, clock, one } = bank;
    const customer = await addCustomer(database, one, 5_000);
    clock.set('2025-06-01T12:00:00Z');
    const ids = [
      await addPlan(one, customer, 'once', '2025-06-02', 150_000),
      await addPlan(one, customer, 'once', '2025-06-02', 149_900),
    ];
    for (const day of ['02', '03']) {
      clock.set(`2025-06-${day}T10:00:00Z`);
      await one.runner.runPortion();
    }
    const events = await Promise.all(ids.map((id) => eventsOfPlan(database, id)));
    expect(events.toSorted((a, b) => a.length - b.length)).toEqual([
      ['requested 2025-06-02'],
      ['delayed limit 2025-06-02', 'requested 2025-06-03'],
    ]);
  });

  it('pause their plan if they are more than a week late, unless they were already requested before a crash [TRF-127, TRF-124]', async () => {
    const { database, clock, one } = bank;
    const customer = await addCustomer(database, one, 100);
    clock.set('2025-07-01T12:00:00Z');
    const [requested, missed, inTime] = [
      await addPlan(one, customer, 'weekly', '2025-07-02'),
      await addPlan(one, customer, 'weekly', '2025-07-03'),
      await addPlan(one, customer, 'weekly', '2025-07-04'),
    ];
    one.crashes = true;
    clock.set('2025-07-02T10:00:00Z');
    await one.runner.runPortion();
    one.crashes = false;
    clock.set('2025-07-11T09:00:00Z');
    await one.runner.runPortion();
    await one.runner.runPortion();
    expect(await eventsOfPlan(database, requested)).toEqual(['requested 2025-07-02', 'requested 2025-07-11']);
    expect(await eventsOfPlan(database, missed)).toEqual(['paused late 2025-07-03']);
    expect(await planRow(database, missed)).toMatchObject({ status: 'paused', reason: 'late' });
    expect(await eventsOfPlan(database, inTime)).toEqual(['requested 2025-07-11']);
  });

  it('pause their plan if the account is frozen or the identity check was rejected [TRF-127]', async () => {
    const { database, clock, one } = bank;
    clock.set('2025-08-01T12:00:00Z');
    const frozen = await addCustomer(database, one, 100);
    const rejected = await addCustomer(database, one, 100);
    const ids = [
      await addPlan(one, frozen, 'monthly', '2025-08-02'),
      await addPlan(one, rejected, 'monthly', '2025-08-02'),
    ];
    await query(database.superUrl, 'update app_user set frozen_at = now() where id = $1', [frozen]);
    await query(
      database.superUrl,
      `insert into kyc_application (id, user_id, account_type, status, first_name, last_name, street, city, state,
          zip_code, ssn_ciphertext, ssn_index, created_at, submitted_at)
        values (gen_random_uuid(), $1, 'personal', 'rejected', 'A', 'B', 'C', 'D', 'CA', '94105',
          decode(repeat('00', 64), 'hex'), sha256('a'::bytea), now(), now())`,
      [rejected],
    );
    clock.set('2025-08-02T10:00:00Z');
    await one.runner.runPortion();
    const events = await Promise.all(ids.map((id) => eventsOfPlan(database, id)));
    expect(events).toEqual([['paused frozen 2025-08-02'], ['paused identity 2025-08-02']]);
  });

  it.each([
    "recipient_account = '666'",
    'amount_cents = 5000',
    "schedule = 'monthly'",
    "first_day = '2025-08-04'",
    "to_account = '$c'",
    'recipient_id = user_id',
  ])('pause their plan if someone changed it in the database: %s [TRF-133]', async (change) => {
    const { database, clock, one } = bank;
    const customer = await addCustomer(database, one, 100);
    clock.set('2025-08-10T12:00:00Z');
    const id = await addPlan(one, customer, 'weekly', '2025-08-11');
    await query(database.superUrl, `update transfer_plan set ${change} where id = $1`, [id]);
    clock.set('2025-08-11T10:00:00Z');
    await one.runner.runPortion();
    expect(await eventsOfPlan(database, id)).toEqual(['paused refused 2025-08-11']);
  });

  it('pay the customer whose moniker their plan names, and nobody if someone changed the plan in the database [TRF-134, TRF-133, TRF-162]', async () => {
    const { database, clock, one } = bank;
    const [sender, recipient] = [await addCustomer(database, one, 100), await addCustomer(database, one, 0)];
    clock.set('2025-08-12T12:00:00Z');
    const to = { recipientId: recipient, toAccount: `$${await monikerOf(database, recipient)}` };
    const plan = () => addPlan(one, sender, 'weekly', '2025-08-13', 100, to);
    const [id, changed, earlier] = [await plan(), await plan(), await plan()];
    await query(database.superUrl, 'update transfer_plan set shares_purpose = false where id = $1', [
      earlier,
    ]);
    const other = await addCustomer(database, one, 0);
    await query(
      database.superUrl,
      `update transfer_plan set recipient_id = $2, to_account = '$' || $3 where id = $1`,
      [changed, other, await monikerOf(database, other)],
    );
    clock.set('2025-08-13T10:00:00Z');
    await one.runner.runPortion();
    expect(await eventsOfPlan(database, id)).toEqual(['requested 2025-08-13']);
    expect(await eventsOfPlan(database, changed)).toEqual(['paused refused 2025-08-13']);
    const transfers = await query(
      database.superUrl,
      `select t.recipient_id as "recipientId", x.to_account as "toAccount", x.payment_for as "paymentFor"
        from ledger_transaction t join ledger_transaction_text x using (transaction_id)
        where t.account_id = $1 and t.kind = 'transfer' order by x.payment_for nulls last`,
      [sender],
    );
    expect(transfers).toEqual([
      { ...to, paymentFor: 'Rent' },
      { ...to, paymentFor: null },
    ]);
  });

  it.each([
    ['can no longer be found', 'set is_findable = false where id = $1'],
    ['has a new moniker', "set moniker = left('x' || moniker, 20) where id = $1"],
    ['is deleted', "set deleted_at = now(), status = 'deleted' where id = $1"],
  ])(
    'pause their plan if its recipient %s, even if the moniker in the plan now belongs to someone else [TRF-135]',
    async (_, change) => {
      const { database, clock, one } = bank;
      const [sender, recipient] = [
        await addCustomer(database, one, 100),
        await addCustomer(database, one, 0),
      ];
      clock.set('2025-08-14T12:00:00Z');
      const moniker = await monikerOf(database, recipient);
      const to = { recipientId: recipient, toAccount: `$${moniker}` };
      const id = await addPlan(one, sender, 'weekly', '2025-08-15', 100, to);
      await query(database.superUrl, `update app_user ${change}`, [recipient]);
      if ((await monikerOf(database, recipient)) !== moniker) {
        const other = await addCustomer(database, one, 0);
        await query(database.superUrl, 'update app_user set moniker = $2 where id = $1', [other, moniker]);
      }
      clock.set('2025-08-15T10:00:00Z');
      await one.runner.runPortion();
      expect(await eventsOfPlan(database, id)).toEqual(['paused refused 2025-08-15']);
      expect(await planRow(database, id)).toMatchObject({ status: 'paused', reason: 'refused' });
    },
  );

  it('wait for up to a week while CUSTOMER_TRANSFERS is off [TRF-135, TRF-105]', async () => {
    const { database, clock, one } = bank;
    const [sender, recipient] = [await addCustomer(database, one, 100), await addCustomer(database, one, 0)];
    clock.set('2025-08-16T12:00:00Z');
    const to = { recipientId: recipient, toAccount: `$${await monikerOf(database, recipient)}` };
    const id = await addPlan(one, sender, 'weekly', '2025-08-17', 100, to);
    const off = await openRunner(database, clock, remoteOf(bank), false);
    try {
      clock.set('2025-08-17T10:00:00Z');
      await off.runner.runPortion();
      expect(await eventsOfPlan(database, id)).toEqual([]);
      clock.set('2025-08-17T10:01:00Z');
      await one.runner.runPortion();
      expect(await eventsOfPlan(database, id)).toEqual(['requested 2025-08-17']);
      clock.set('2025-09-01T10:00:00Z');
      await off.runner.runPortion();
      expect(await planRow(database, id)).toMatchObject({ status: 'paused', reason: 'late' });
    } finally {
      await off.close();
    }
  });

  it('are made neither before their day nor from a plan that the customer ended [TRF-133]', async () => {
    const { database, clock, one } = bank;
    const customer = await addCustomer(database, one, 100);
    clock.set('2025-08-20T12:00:00Z');
    const [early, ended] = [
      await addPlan(one, customer, 'weekly', '2025-08-25'),
      await addPlan(one, customer, 'weekly', '2025-08-25'),
    ];
    await changePlan(one, clock, customer, { id: ended, change: 'end' });
    await query(database.superUrl, `update transfer_plan set run_at = $2 where id = $1`, [
      early,
      clock.now(),
    ]);
    await query(
      database.superUrl,
      `update transfer_plan set status = 'active', run_at = $2, due_day = '2025-08-20' where id = $1`,
      [ended, clock.now()],
    );
    await one.runner.runPortion();
    expect(await eventsOfPlan(database, early)).toEqual(['paused refused 2025-08-25']);
    expect(await eventsOfPlan(database, ended)).toEqual(['paused refused 2025-08-20']);
  });

  it('are made neither for a day that is not in their plan nor for a skipped one [TRF-133]', async () => {
    const { database, clock, one } = bank;
    const customer = await addCustomer(database, one, 100);
    clock.set('2025-08-18T12:00:00Z');
    const [moved, skipped] = [
      await addPlan(one, customer, 'weekly', '2025-08-19'),
      await addPlan(one, customer, 'weekly', '2025-08-19'),
    ];
    await changePlan(one, clock, customer, { id: skipped, change: 'skip', dueDay: '2025-08-19' });
    clock.set('2025-08-21T12:00:00Z');
    const set = 'update transfer_plan set due_day = $2, run_at = $3 where id = $1';
    await query(database.superUrl, set, [moved, '2025-08-20', clock.now()]);
    await query(database.superUrl, set, [skipped, '2025-08-19', clock.now()]);
    await one.runner.runPortion();
    expect(await eventsOfPlan(database, moved)).toEqual(['paused refused 2025-08-20']);
    expect(await eventsOfPlan(database, skipped)).toEqual(['paused refused 2025-08-19']);
  });

  it('are made on a due day that was skipped and then restored, and on the next due day [TRF-181, TRF-124]', async () => {
    const { database, clock, one } = bank;
    const customer = await addCustomer(database, one, 100);
    clock.set('2025-08-22T12:00:00Z');
    const id = await addPlan(one, customer, 'weekly', '2025-08-23');
    for (const change of ['skip', 'unskip'] as const)
      await changePlan(one, clock, customer, { id, change, dueDay: '2025-08-23' });
    for (const day of ['22', '23', '24', '30']) {
      clock.set(`2025-08-${day}T12:00:00Z`);
      await one.runner.runPortion();
    }
    expect(await eventsOfPlan(database, id)).toEqual(['requested 2025-08-23', 'requested 2025-08-30']);
  });

  it('are made only while their plan is claimed, and a claimed plan cannot be changed [TRF-128, TRF-124]', async () => {
    const { database, clock, one } = bank;
    const customer = await addCustomer(database, one, 100);
    clock.set('2025-08-28T12:00:00Z');
    const id = await addPlan(one, customer, 'weekly', '2025-08-29');
    clock.set('2025-08-29T10:00:00Z');
    const claimed = (await one.plans.claim(100)).find((plan) => plan.id === id);
    if (claimed === undefined) throw new Error('nothing is due');
    expect(one.plans.isClaimed(claimed)).toBe(true);
    for (const change of ['pause', 'end'] as const) {
      await expect(changePlan(one, clock, customer, { id, change })).rejects.toMatchObject({
        code: 'PLAN_DUE',
      });
    }
    clock.set('2025-08-29T10:00:30Z');
    expect(one.plans.isClaimed(claimed)).toBe(false);
    clock.set('2025-08-29T10:01:00Z');
    await changePlan(one, clock, customer, { id, change: 'end' });
    await one.runner.runPortion();
    expect(await eventsOfPlan(database, id)).toEqual([]);
  });

  it('end a one-time plan; verify accepts an ended plan only if its transfer was made or skipped [AUD-50, TRF-121]', async () => {
    const { database, clock, one } = bank;
    const customer = await addCustomer(database, one, 100);
    clock.set('2025-08-30T12:00:00Z');
    const plan = () => addPlan(one, customer, 'once', '2025-08-31');
    const [made, skipped, never] = [await plan(), await plan(), await plan()];
    await changePlan(one, clock, customer, { id: skipped, change: 'skip', dueDay: '2025-08-31' });
    await query(database.superUrl, "update transfer_plan set status = 'ended' where id = $1", [never]);
    clock.set('2025-08-31T10:00:00Z');
    await one.runner.runPortion();
    for (const id of [made, skipped]) expect(await planRow(database, id)).toMatchObject({ status: 'ended' });
    const { findings } = await withAuditConnection(database.auditorUrl, (sql) => verifyLedger(sql, {}));
    const about = (id: string) => findings.map(({ message }) => message).filter((text) => text.includes(id));
    expect([about(made), about(skipped), about(never)]).toEqual([
      ...[[], []],
      [`the scheduled transfer ${never} isn't active, but according to the log it is`],
    ]);
  });

  it('are requested in batches of 20 [OPS-62]', async () => {
    const { database, clock, one } = bank;
    const customer = await addCustomer(database, one, 100);
    await query(database.superUrl, "update transfer_plan set status = 'ended'");
    clock.set('2025-09-01T12:00:00Z');
    const ids: string[] = [];
    for (let count = 0; count < 25; count += 1) ids.push(await addPlan(one, customer, 'once', '2025-09-02'));
    const requested = async () =>
      (await Promise.all(ids.map((id) => eventsOfPlan(database, id)))).flat().length;
    clock.set('2025-09-02T10:00:00Z');
    await one.runner.runPortion();
    expect(await requested()).toBe(20);
    await one.runner.runPortion();
    expect(await requested()).toBe(25);
  });
});
