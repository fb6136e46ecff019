import { randomInt, randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { withAuditConnection } from '../../src/ledger/log/audit-connection.js';
import { verifyLedger } from '../../src/ledger/verify/verify-ledger.js';
import { addDays, bankDayOf } from '../../src/platform/time/bank-day.js';
import { executeWithoutTriggers } from '../audit/tamper.fixtures.js';
import { addApp, expireConfirmations, forgetUsedCodes } from '../identity/second-factors.fixtures.js';
import { customerWithNumber } from '../kyc/kyc.fixtures.js';
import { type HttpClient, query, signIn, useApi, useMailingBank, waitFor } from '../harness/index.js';
import { setAvailableBalance, TRANSFER, userIdOf, type ApiErrorBody } from './money.fixtures.js';
import { eventsOfPlan, makeDue, planRow } from './plans.fixtures.js';

interface Plan {
  id: string;
  status: string;
  schedule: string;
  amountCents: number;
  dueDay: string;
  skippedDay: string | null;
  nextDays: string[];
  reason: string | null;
}

interface MonikerPlan extends Plan {
  recipientMoniker: string | null;
}

interface Plans {
  isOffered: boolean;
  items: Plan[];
}

const bank = useMailingBank();
const { alice, bob, admin, database } = bank;
const off = useApi(() => ({ database, env: { TRANSFER_PLANS: 'off' } }));

const today = (): string => bankDayOf(new Date(), 'America/New_York');
const tomorrow = (): string => addDays(today(), 1);
/** The day on which a weekly plan that began yesterday is due again. */
const nextWeek = (): string => addDays(today(), 6);

const make = (client: HttpClient, fields: object = {}, key?: string) =>
  client.post<Plan & ApiErrorBody>(
    '/api/plans',
    { ...TRANSFER, schedule: 'weekly', firstDay: tomorrow(), ...fields },
    { headers: key === undefined ? {} : { 'idempotency-key': key } },
  );
const change = (client: HttpClient, id: string, body: object) =>
  client.post<Plans & ApiErrorBody>(`/api/plans/${id}/change`, body);
const plansOf = async (client: HttpClient) => (await client.get<Plans>('/api/plans')).body;
const made = async (client: HttpClient, fields: object = {}): Promise<Plan> => {
  const { status, body } = await make(client, fields);
  expect([status, body.code]).toEqual([201, undefined]);
  return body;
};

/** Adds 19 copies of a plan. */
const fillUp = (id: string) =>
  query(
    database.superUrl,
    `insert into transfer_plan select (jsonb_populate_record(p, jsonb_build_object('id', gen_random_uuid()))).*
      from transfer_plan p, generate_series(1, 19) where p.id = $1`,
    [id],
  );

/** Moves the due day of a paused plan to yesterday. */
const moveToYesterday = (id: string) =>
  query(
    database.superUrl,
    `update transfer_plan set due_day = $2, run_at = now() - interval '1 hour' where id = $1`,
    [id, addDays(today(), -1)],
  );

const verify = () => withAuditConnection(database.auditorUrl, (sql) => verifyLedger(sql, {}));

beforeEach(() => query(database.superUrl, "delete from attempt; update transfer_plan set status = 'ended'"));

describe('a scheduled transfer', () => {
  it('is recorded as an event with a digest of its texts, and is listed with its next days [TRF-120, TRF-121]', async () => {
    const plan = await made(alice, { amount: 12.5, purpose: "Nora's rent" });
    const first = tomorrow();
    expect(plan).toMatchObject({
      ...{ status: 'active', schedule: 'weekly', amountCents: 1_250, dueDay: first, reason: null },
      nextDays: [first, addDays(first, 7), addDays(first, 14)],
    });
    expect(await plansOf(alice)).toMatchObject({
      isOffered: true,
      items: [{ id: plan.id, purpose: "Nora's rent" }],
    });
    const [event] = await query<{ actor: string; payload: string }>(
      database.superUrl,
      `select actor, payload from ledger_event where type = 'TransferPlanned' and strpos(payload, $1) > 0`,
      [plan.id],
    );
    expect(event?.actor).toBe(`user:${await userIdOf(alice)}`);
    expect(event?.payload).not.toMatch(/Nora|Corner|310447825/);
    expect(JSON.parse(event?.payload ?? '')).toMatchObject({
      amountCents: 1_250,
      schedule: 'weekly',
      firstDay: first,
    });
  });

  it('is planned only once if the request is repeated [TRF-120, LED-5]', async () => {
    const key = randomUUID();
    const [one, again] = [await make(alice, {}, key), await make(alice, {}, key)];
    expect([one.status, again.status, again.body]).toEqual([201, 201, one.body]);
    expect(again.headers.get('idempotent-replay')).toBe('true');
    expect((await make(alice, { amount: 11 }, key)).body.code).toBe('IDEMPOTENCY_KEY_REUSED');
    expect((await plansOf(alice)).items).toHaveLength(1);
  });

  it.each([
    ['today', () => ({ firstDay: today() }), 400, 'VALIDATION_FAILED'],
    ['a day that does not exist', () => ({ firstDay: '2027-02-30' }), 400, 'VALIDATION_FAILED'],
    ['a day more than a year ahead', () => ({ firstDay: addDays(today(), 400) }), 400, 'VALIDATION_FAILED'],
    ['more than the daily limit', () => ({ amount: 2_000.01 }), 422, 'DAILY_LIMIT_EXCEEDED'],
  ])('is refused for %s [TRF-120, TRF-130]', async (_, fields, status, code) => {
    expect(await make(alice, fields())).toMatchObject({ status, body: { code } });
  });

  it("is refused if it goes to the customer's own account or would be the customer's 21st plan [TRF-65, TRF-130]", async () => {
    const [own] = await query<{ recipientAccount: string; recipientRouting: string }>(
      database.superUrl,
      `select account_number as "recipientAccount", routing_number as "recipientRouting" from account_request
        where user_id = $1 and account_number is not null`,
      [await userIdOf(alice)],
    );
    expect((await make(alice, own)).body.code).toBe('OWN_RECIPIENT');
    const { id } = await made(alice);
    await fillUp(id);
    expect((await make(alice)).body).toMatchObject({
      message: 'You have 20 scheduled transfers. End one to schedule another',
    });
    await query(
      database.superUrl,
      'delete from transfer_plan where id <> $1 and user_id = $2 and status = $3',
      [...[id, await userIdOf(alice), 'active']],
    );
  });

  it('is requested when it is due, and its timeline and email say that it was scheduled [TRF-123, TRF-124]', async () => {
    await setAvailableBalance(admin, alice, 100_000);
    const id = await makeDue(database, (await made(alice, { amount: 7 })).id);
    await waitFor(async () => (await eventsOfPlan(database, id)).length > 0, { what: 'the transfer' });
    expect(await eventsOfPlan(database, id)).toEqual([`requested ${today()}`]);
    const [transfer] = (await alice.get<{ id: string }[]>('/api/transactions/recent')).body;
    const { timeline } = (
      await alice.get<{ timeline: { title: string; text: string; actor: string }[] }>(
        `/api/transactions/${transfer?.id}`,
      )
    ).body;
    expect(timeline).toMatchObject([
      {
        ...{ title: 'Scheduled transfer requested', actor: 'Moniker' },
        text: 'You scheduled a transfer of $7.00 to Corner Greens. We put the amount on hold.',
      },
    ]);
    await waitFor(async () => (await planRow(database, id))?.dueDay === nextWeek(), {
      what: 'the plan to move to its next due day',
    });
    const mails = bank.mail.waitForMail('alice@moniker.example', ({ text }) =>
      /on hold[^]*\$7\.00/.test(text),
    );
    expect((await mails).text).toContain('You scheduled this transfer.');
  });

  it('is confirmed to the customer by email, in case someone else planned it [TRF-164]', async () => {
    const firstDay = tomorrow();
    await made(alice, { amount: 8, schedule: 'weekly', firstDay });
    const mail = await bank.mail.waitForMail('alice@moniker.example', ({ subject }) =>
      subject.includes('$8.00'),
    );
    expect(mail.subject).toBe('Your $8.00 Moniker transfer is scheduled');
    const day = new Date(`${firstDay}T00:00:00Z`).toLocaleDateString('en-US', {
      ...{ month: 'short', day: 'numeric', year: 'numeric', timeZone: 'UTC' },
    });
    expect(mail.text).toContain(
      `We’ll make this transfer every week, starting ${day}, at 6 AM New York time.`,
    );
    expect(mail.text).toContain('If this wasn’t you');
    const { body } = await alice.get('/api/notifications');
    expect(JSON.stringify(body)).not.toContain('$8.00');
  });

  it('sends its customer a notification and an email if there is too little money [TRF-126]', async () => {
    await setAvailableBalance(admin, bob, 0);
    const id = await makeDue(database, (await made(bob, { amount: 9 })).id);
    await waitFor(async () => (await planRow(database, id))?.tries === 1, { what: 'the refusal' });
    const text = `We couldn't make your scheduled transfer of $9.00`;
    const { items } = (await bob.get<{ items: { title: string; text: string }[] }>('/api/notifications'))
      .body;
    expect(items[0]).toMatchObject({
      title: 'Scheduled transfer delayed',
      text: expect.stringContaining(text),
    });
    expect(items[0]?.text).toMatch(
      /, because you didn't have enough money\. We'll try again at 6 AM New York time on the day after this notice\.$/,
    );
    const mail = await bank.mail.waitForMail('bob@moniker.example', (one) =>
      one.text.includes('We couldn’t make your scheduled transfer of $9.00'),
    );
    expect(mail.subject).toBe('Your scheduled Moniker transfer wasn’t made');
    expect((await plansOf(bob)).items).toMatchObject([
      { id, reason: 'funds', nextDays: [tomorrow(), expect.any(String), expect.any(String)] },
    ]);
  });
});

describe('a plan for a moniker', () => {
  const find = async (moniker: string) =>
    (await alice.post<{ proof: string }>('/api/transfer/find-recipient', { recipientMoniker: moniker })).body
      .proof;
  /** Plans a transfer from Alice to the customer with this moniker. */
  const planFor = async (recipientMoniker: string, fields: object = {}) =>
    alice.post<MonikerPlan & ApiErrorBody>('/api/plans', {
      ...{ amount: 6, purpose: 'Bike repair', schedule: 'weekly', firstDay: tomorrow(), recipientMoniker },
      ...{ recipientProof: await find(recipientMoniker), ...fields },
    });
  const bobsAccount = async (): Promise<string> => {
    const [row] = await query<{ account: string }>(
      database.superUrl,
      "select account_number as account from account_request where user_id = $1 and status = 'approved'",
      [await userIdOf(bob)],
    );
    return row?.account ?? 'none';
  };

  it("pays the moniker's owner, and shows the sender only four digits of the account number [TRF-134, TRF-101]", async () => {
    await setAvailableBalance(admin, alice, 100_000);
    const account = await bobsAccount();
    const shown = {
      ...{ recipientMoniker: 'bobs_bikes', recipientName: 'Bob L.' },
      ...{ recipientAccount: `••••${account.slice(-4)}`, recipientRouting: '' },
    };
    const planned = await planFor('$Bobs_Bikes');
    expect(planned).toMatchObject({ status: 201, body: shown });
    const { id } = planned.body;
    const list = await plansOf(alice);
    expect(list.items).toMatchObject([{ id, ...shown }]);
    const events = await query<{ payload: string }>(
      database.superUrl,
      "select payload from ledger_event where type = 'TransferPlanned' and strpos(payload, $1) > 0",
      [id],
    );
    expect(events[0]?.payload).not.toMatch(/bobs_bikes|Bob/);
    const due = await makeDue(database, id);
    await waitFor(async () => (await planRow(database, due))?.dueDay === nextWeek(), {
      what: 'the transfer',
    });
    const recent = await alice.get<object[]>('/api/transactions/recent');
    expect(recent.body[0]).toMatchObject({ amountCents: 600 });
    const [transfer] = await query(
      database.superUrl,
      `select recipient_id as "recipientId" from ledger_transaction where account_id = $1
        order by created_position desc limit 1`,
      [await userIdOf(alice)],
    );
    expect(transfer).toEqual({ recipientId: await userIdOf(bob) });
    const mail = await bank.mail.waitForMail('alice@moniker.example', ({ text }) =>
      /on hold[^]*\$6\.00/.test(text),
    );
    expect(JSON.stringify([planned.body, list, recent.body, mail])).not.toContain(account);
  });

  it("is refused if the moniker wasn't looked up, if the recipient's name is given too, or if the moniker is the customer's own [TRF-134, TRF-103]", async () => {
    const { client, moniker } = await customerWithNumber(bank);
    expect((await planFor(moniker, { recipientProof: 'made-up' })).body.code).toBe('MONIKER_NOT_FOUND');
    expect((await planFor(moniker, { recipientName: 'Carol' })).body.fields).toEqual(['recipientName']);
    await client.put('/api/user/findable', { isFindable: false });
    expect((await planFor(moniker)).body.code).toBe('MONIKER_NOT_FOUND');
    expect((await planFor('alice')).body.code).toBe('OWN_RECIPIENT');
    expect((await make(alice, { moneyRequestId: randomUUID() })).status).toBe(400);
    expect((await plansOf(alice)).items).toEqual([]);
  });

  it('is paused at its next transfer if the recipient has been deleted, and stores only four digits of their account number [TRF-134, TRF-135, ADM-10]', async () => {
    await setAvailableBalance(admin, alice, 100_000);
    const { id: recipientId, moniker } = await customerWithNumber(bank);
    const { id } = (await planFor(moniker)).body;
    const to = { recipientMoniker: moniker, recipientProof: await find(moniker) };
    const sent = await alice.post('/api/transfer/request', { amount: 1, purpose: 'Bike repair', ...to });
    expect(sent.status).toBe(201);
    const findings = async (planId: string) =>
      (await verify()).findings.filter(({ message }) => message.includes(planId));
    expect(await findings(id)).toEqual([]);
    expect((await admin.delete(`/api/admin/users/${recipientId}`)).status).toBe(204);
    const due = await makeDue(database, id);
    await waitFor(async () => (await planRow(database, due))?.status === 'paused', {
      what: 'the plan to be paused',
    });
    expect((await plansOf(alice)).items).toMatchObject([
      { id: due, reason: 'refused', recipientMoniker: moniker },
    ]);
    const text = 'We couldn’t make your scheduled transfer of $6.00';
    const mail = await bank.mail.waitForMail('alice@moniker.example', (one) => one.text.includes(text));
    expect(mail.text).toContain('We’ve paused this scheduled transfer. Manage it on your dashboard.');
    const columns = 'recipient_name, recipient_account, recipient_routing, recipient_id, to_account, purpose';
    const [[plan], [transfer]] = [
      await query(database.superUrl, `select ${columns} from transfer_plan where id = $1`, [due]),
      await query(
        database.superUrl,
        `select ${columns} from ledger_transaction join ledger_transaction_text using (transaction_id)
          where recipient_id = $1`,
        [recipientId],
      ),
    ];
    // The plan doesn't store the recipient's full account number, because a process of the previous release would show
    // it to the sender.
    const account = String(transfer?.['recipient_account']);
    const kept = { recipient_account: `••••${account.slice(-4)}`, recipient_routing: '' };
    expect(plan).toEqual({ ...transfer, ...kept });
    expect(await findings(due)).toEqual([]);
  });
});

describe('a plan', () => {
  it('can be paused, resumed and ended by the customer, who can also skip the next transfer [TRF-128]', async () => {
    const { id, dueDay } = await made(alice);
    expect((await change(alice, id, { change: 'pause' })).body.items).toMatchObject([{ status: 'paused' }]);
    await moveToYesterday(id);
    const resumed = await change(alice, id, { change: 'resume' });
    expect(resumed.body.items).toMatchObject([{ status: 'active', dueDay, reason: null }]);
    expect((await change(alice, id, { change: 'skip' })).body.code).toBe('PLAN_CHANGED');
    const skip = () => change(alice, id, { change: 'skip', dueDay });
    expect((await skip()).body.items).toMatchObject([{ dueDay: addDays(dueDay, 7) }]);
    expect((await skip()).body.code).toBe('PLAN_CHANGED');
    expect((await change(alice, id, { change: 'end' })).body.items).toEqual([]);
    expect((await change(alice, id, { change: 'end' })).status).toBe(200);
    expect((await change(alice, id, { change: 'pause' })).body.code).toBe('PLAN_ENDED');
  });

  it('lets the customer restore skipped transfers one by one [TRF-181, TRF-133]', async () => {
    const { id, dueDay: first } = await made(alice);
    const [second, third] = [addDays(first, 7), addDays(first, 14)];
    const skip = (dueDay: string) => change(alice, id, { change: 'skip', dueDay });
    const unskip = async (dueDay?: string) => (await change(alice, id, { change: 'unskip', dueDay })).body;
    expect((await plansOf(alice)).items).toMatchObject([{ skippedDay: null }]);
    expect((await unskip('2020-01-01')).code).toBe('PLAN_CHANGED');
    expect((await skip(first)).body.items).toMatchObject([{ dueDay: second, skippedDay: first }]);
    expect((await skip(second)).body.items).toMatchObject([{ dueDay: third, skippedDay: second }]);
    expect((await unskip(first)).code).toBe('PLAN_CHANGED');
    expect((await unskip()).code).toBe('PLAN_CHANGED');
    for (const _ of ['first', 'again'])
      expect((await unskip(second)).items).toMatchObject([{ dueDay: second, skippedDay: first }]);
    await change(alice, id, { change: 'pause' });
    expect((await unskip(first)).code).toBe('PLAN_CHANGED');
    await change(alice, id, { change: 'resume' });
    expect((await unskip(first)).items).toMatchObject([
      { dueDay: first, skippedDay: null, status: 'active' },
    ]);
    expect((await verify()).findings.filter(({ message }) => message.includes(id))).toEqual([]);
  });

  it('cannot skip a transfer that is already due; a one-time plan cannot be resumed after its day [TRF-128]', async () => {
    const { id } = await made(alice, { schedule: 'once' });
    await change(alice, id, { change: 'pause' });
    await moveToYesterday(id);
    const dueDay = addDays(today(), -1);
    expect((await change(alice, id, { change: 'skip', dueDay })).body.code).toBe('PLAN_DUE');
    await query(database.superUrl, 'update transfer_plan set first_day = due_day where id = $1', [id]);
    expect((await plansOf(alice)).items).toMatchObject([{ nextDays: [] }]);
    expect((await change(alice, id, { change: 'resume' })).body.code).toBe('PLAN_OVER');
    await query(database.superUrl, 'update transfer_plan set first_day = $2 where id = $1', [id, tomorrow()]);
  });

  it('belongs to its customer alone [TRF-129]', async () => {
    const { id } = await made(alice);
    expect((await plansOf(bob)).items).toEqual([]);
    expect((await change(bob, id, { change: 'end' })).status).toBe(404);
  });

  it('cannot be made or changed while TRANSFER_PLANS is off [LED-88]', async () => {
    const { id } = await made(alice);
    const client = await signIn(off.baseUrl, 'alice');
    expect((await make(client)).body.code).toBe('PLANS_OFF');
    expect((await change(client, id, { change: 'end' })).body.code).toBe('PLANS_OFF');
    expect(await plansOf(client)).toMatchObject({ isOffered: false });
  });

  it('requires the second factor when it is made for a new recipient, but not for its transfers [TRF-125, AUTH-57]', async () => {
    await setAvailableBalance(admin, alice, 100_000);
    const { app } = await addApp(alice);
    await expireConfirmations(database);
    const recipientAccount = String(randomInt(100_000_000, 999_999_999));
    const fields = { amount: 0.5, recipientAccount };
    expect(await make(alice, fields)).toMatchObject({ status: 403, body: { code: 'FACTOR_REQUIRED' } });
    await forgetUsedCodes(database);
    expect((await alice.post('/api/auth/confirm/code', { code: app.code() })).status).toBe(204);
    const planned = await made(alice, fields);
    await expireConfirmations(database);
    const id = await makeDue(database, planned.id);
    await waitFor(async () => (await eventsOfPlan(database, id)).length > 0, { what: 'the transfer' });
    expect(await eventsOfPlan(database, id)).toEqual([`requested ${today()}`]);
  });
});

describe('the verification of plans', () => {
  it('finds a plan that contradicts its events, and nothing else [AUD-50]', async () => {
    const { id } = await made(bob);
    await query(
      database.superUrl,
      `delete from transfer_plan where id <> '${id}';
       create schema plans; create table plans.saved as table transfer_plan;`,
    );
    const findings = async (statement: string): Promise<string[]> => {
      await executeWithoutTriggers(database, statement);
      const found = (await verify()).findings
        .map(({ message }) => message)
        .filter((text) => text.includes(id));
      await executeWithoutTriggers(
        database,
        'delete from transfer_plan; insert into transfer_plan table plans.saved',
      );
      return found;
    };
    const differs = `the scheduled transfer ${id} differs from the event that recorded it`;
    expect(await findings('select 1')).toEqual([]);
    for (const change of ["recipient_account = '666'", "to_account = '$eve'", 'recipient_id = user_id'])
      expect(await findings(`update transfer_plan set ${change}`)).toEqual([differs]);
    expect(await findings('update transfer_plan set amount_cents = 1')).toEqual([differs]);
    expect(await findings("update transfer_plan set status = 'paused'")).toEqual([
      `the scheduled transfer ${id} isn't active, but according to the log it is`,
    ]);
    expect(await findings("update transfer_plan set status = 'ended'")).toEqual([
      `the scheduled transfer ${id} isn't active, but according to the log it is`,
    ]);
    expect(await findings('delete from transfer_plan')).toEqual([
      `the scheduled transfer ${id} is missing, but an event recorded it`,
    ]);
  });

  it('finds nothing after the customer is deleted [TRF-129, AUD-50]', async () => {
    const { id } = await made(bob);
    const findings = async () =>
      (await verify()).findings.map(({ message }) => message).filter((text) => text.includes(id));
    expect(await findings()).toEqual([]);
    expect((await admin.delete(`/api/admin/users/${await userIdOf(bob)}`)).status).toBe(204);
    expect(await planRow(database, id)).toBeUndefined();
    expect(await findings()).toEqual([]);
  });
});

describe('a plan that the customer changes', () => {
  const replace = (replacesPlanId: string, fields: object = {}, client = alice, key?: string) =>
    make(client, { amount: 30, schedule: 'monthly', replacesPlanId, ...fields }, key);
  const findings = async (id: string) =>
    (await verify()).findings.filter(({ message }) => message.includes(id));

  it('is ended and replaced in one step, and only once [TRF-170, LED-5]', async () => {
    const { id } = await made(alice);
    await fillUp(id);
    const key = randomUUID();
    const { status, body } = await replace(id, {}, alice, key);
    expect([status, body.amountCents, body.schedule]).toEqual([201, 3_000, 'monthly']);
    expect((await replace(id, {}, alice, key)).body).toEqual(body);
    const ids = (await plansOf(alice)).items.map((plan) => plan.id);
    expect([ids.length, ids.includes(id), ids.includes(body.id)]).toEqual([20, false, true]);
    const events = await query<{ type: string; payload: string }>(
      database.superUrl,
      `select type, payload from ledger_event where strpos(payload, $1) > 0 or strpos(payload, $2) > 0
        order by position desc limit 2`,
      [id, body.id],
    );
    expect(events.map(({ type, payload }) => ({ type, ...(JSON.parse(payload) as object) }))).toMatchObject([
      { type: 'TransferPlanned', planId: body.id, amountCents: 3_000 },
      { type: 'TransferPlanChanged', planId: id, change: 'ended', reason: 'customer' },
    ]);
    await query(database.superUrl, "delete from transfer_plan where status = 'active' and id <> $1", [
      body.id,
    ]);
    expect([await findings(id), await findings(body.id)]).toEqual([[], []]);
  });

  it('is confirmed by an email that says that it was changed [TRF-164]', async () => {
    const { id } = await made(alice, { amount: 28 });
    const { body } = await replace(id, { amount: 33, firstDay: tomorrow() });
    const mail = await bank.mail.waitForMail('alice@moniker.example', ({ text }) => text.includes('$33.00'));
    expect(mail.subject).toBe('Your scheduled Moniker transfer was changed');
    expect(mail.text).toContain(
      'You changed this scheduled transfer. We’ll now make it every month, starting ',
    );
    expect(mail.text).toContain('If this wasn’t you');
    const first = await bank.mail.waitForMail('alice@moniker.example', ({ text }) => text.includes('$28.00'));
    expect(first.subject).toBe('Your $28.00 Moniker transfer is scheduled');
    // A plan that is made after the customer ended this one is confirmed as new, not as changed.
    await change(alice, body.id, { change: 'end' });
    await made(alice, { amount: 34 });
    await bank.mail.waitForMail(
      'alice@moniker.example',
      ({ subject }) => subject === 'Your $34.00 Moniker transfer is scheduled',
    );
  });

  it('stays active if its replacement is refused, and can be replaced only once and only by its own customer [TRF-170, TRF-129]', async () => {
    const { client: other } = await customerWithNumber(bank);
    const { id } = await made(alice);
    expect((await replace(id, { amount: 2_000.01 })).body.code).toBe('DAILY_LIMIT_EXCEEDED');
    expect((await replace(id, {}, other)).status).toBe(404);
    expect((await plansOf(other)).items).toEqual([]);
    expect((await plansOf(alice)).items).toMatchObject([{ id, status: 'active' }]);
    const both = await Promise.all([replace(id), replace(id)]);
    expect(both.map(({ status, body }) => [status, body.code]).toSorted()).toEqual([
      [201, undefined],
      [409, 'PLAN_ENDED'],
    ]);
    expect((await replace(id)).body.code).toBe('PLAN_ENDED');
    expect((await plansOf(alice)).items).toHaveLength(1);
  });

  it('is not replaced on the day of its transfer, so no day is lost or paid twice [TRF-171]', async () => {
    const { id } = await made(alice);
    const runsAt = (runAt: string, claimedUntil: string | null) =>
      query(database.superUrl, 'update transfer_plan set run_at = $2, claimed_until = $3 where id = $1', [
        id,
        runAt,
        claimedUntil,
      ]);
    // Makes the plan due now and claimed, as if by another process.
    await runsAt(new Date().toISOString(), '2100-01-01');
    const refused = await replace(id);
    expect([refused.status, refused.body.message]).toEqual([
      409,
      "We're making this transfer today. You can change the plan once the transfer has been made",
    ]);
    expect(await planRow(database, id)).toMatchObject({ status: 'active' });
    await query(database.superUrl, "update transfer_plan set status = 'paused' where id = $1", [id]);
    expect((await replace(id)).status).toBe(201);
  });

  it('keeps its day of the month if it is changed to start in a shorter month [TRF-185, TRF-133, AUD-50]', async () => {
    const isLast = (day: string): boolean => addDays(day, 1).endsWith('-01');
    const lasts = Array.from({ length: 200 }, (_, days) => addDays(tomorrow(), days)).filter(isLast);
    const at = lasts.findIndex((day, index) => day.endsWith('-31') && !lasts[index + 1]?.endsWith('-31'));
    const [long = '', short = '', next = ''] = lasts.slice(at);
    const { id } = await made(alice, { schedule: 'monthly', firstDay: long });
    expect((await change(alice, id, { change: 'skip', dueDay: long })).body.items).toMatchObject([
      { dueDay: short },
    ]);
    const { body } = await replace(id, { firstDay: short });
    expect(body).toMatchObject({ amountCents: 3_000, dueDay: short, skippedDay: long });
    expect(body.nextDays.slice(0, 2)).toEqual([short, next]);
    expect(next).toMatch(/-31$/);
    expect([await findings(id), await findings(body.id)]).toEqual([[], []]);
    const events = await query<{ change: string; dueDay: string }>(
      database.superUrl,
      `select payload::json ->> 'change' as change, payload::json ->> 'dueDay' as "dueDay"
        from ledger_event where type = 'TransferPlanChanged' and strpos(payload, $1) > 0`,
      [body.id],
    );
    expect(events).toEqual([{ change: 'resumed', dueDay: short }]);
  });

  it('needs no new lookup of its moniker [TRF-172, TRF-103]', async () => {
    const { moniker } = await customerWithNumber(bank);
    const { client: sender } = await customerWithNumber(bank);
    const found = await sender.post<{ proof: string }>('/api/transfer/find-recipient', {
      recipientMoniker: moniker,
    });
    const plan = (fields: object) =>
      sender.post<Plan & ApiErrorBody>('/api/plans', {
        ...{ amount: 6, purpose: 'Bike repair', schedule: 'weekly', firstDay: tomorrow() },
        ...{ recipientMoniker: moniker, ...fields },
      });
    expect((await plan({})).body.code).toBe('MONIKER_NOT_FOUND');
    const { id } = (await plan({ recipientProof: found.body.proof })).body;
    expect((await plan({ amount: 7, replacesPlanId: id })).status).toBe(201);
  });
});
