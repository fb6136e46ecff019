import { createHash, randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { addDays } from '../../src/platform/time/bank-day.js';
import { processNextBatch } from '../../src/ledger/log/log-follower.js';
import { eventIndexFollower } from '../../src/ledger/projections/event-index-follower.js';
import { createDataSource } from '../../src/platform/database/data-source.js';
import {
  allPages,
  type StoryUsers,
  type Chain,
  type EventItem,
  type EventsPage,
  filterNaively,
  PATH,
  positionsOf,
  writeRandomStory,
} from './event-history.fixtures.js';
import { today } from '../payments/history.fixtures.js';
import { storedEvents, type StoredEvent } from '../ledger/ledger.fixtures.js';
import { headOf, userIdOf } from '../payments/money.fixtures.js';
import { appendCredits } from '../harness/sample-ledger.js';
import { HttpClient, query, startWorker, waitFor, useBank } from '../harness/index.js';
import { itNightly } from '../harness/nightly.js';

const SYSTEM = '00000000-0000-4000-8000-00000000000';
const STORY_COMMANDS = 450;

const bank = useBank();
const { database, admin } = bank;
let users: StoryUsers;
let events: StoredEvent[];

beforeAll(async () => {
  const [alice, bob, adminId] = await Promise.all([bank.alice, bank.bob, bank.admin].map(userIdOf));
  users = { alice: alice ?? '', bob: bob ?? '', admin: adminId ?? '', gone: randomUUID() };
  await writeRandomStory(database, users, STORY_COMMANDS);
  events = await storedEvents(database);
});

async function page(search = ''): Promise<EventsPage> {
  const { status, body } = await admin.get<EventsPage>(`${PATH}/events?${search}`);
  expect({ search, status }).toEqual({ search, status: 200 });
  return body;
}

async function chain(): Promise<Chain> {
  return (await admin.get<Chain>(`${PATH}/chain`)).body;
}

/** Indexes the first `count` events, as the worker would. */
async function indexUpTo(count: number): Promise<void> {
  const source = await createDataSource(database.appUrl, 1).initialize();
  const batchSize = 50;
  for (let at = await indexed(); at < count; at += batchSize) {
    await processNextBatch(source, { ...eventIndexFollower, batchSize: Math.min(batchSize, count - at) });
  }
  await source.destroy();
  expect(await indexed()).toBe(count);
}

async function indexed(): Promise<number> {
  const rows = await query<{ position: number }>(
    database.superUrl,
    `select position from ledger_follower where name = 'event-index'`,
  );
  return Number(rows[0]?.position);
}

/** Filters that match many events, a few, or none. */
function queries(): Record<string, string>[] {
  const { alice, bob, gone } = users;
  const busy = events.findLast(({ type }) => type === 'TransactionStatusChanged');
  const transaction = (JSON.parse(busy?.payload ?? '{}') as { transactionId: string }).transactionId;
  return [
    {},
    { customer: alice },
    { customer: gone },
    { customer: randomUUID() },
    { account: alice },
    { account: `${SYSTEM}1` },
    { account: `${SYSTEM}2` },
    { account: `${SYSTEM}4` },
    { transaction },
    ...[...new Set(events.map(({ type }) => type))].map((type) => ({ type })),
    { type: 'UserDeleted' },
    { role: 'customer' },
    { role: 'admin' },
    { role: 'system' },
    { actor: bob },
    { actor: users.admin },
    { correlation: 'request-7' },
    { customer: alice, type: 'TransferRequested' },
    { customer: bob, role: 'admin', account: `${SYSTEM}3` },
    { account: `${SYSTEM}2`, customer: alice, role: 'system' },
    { role: 'system', type: 'TransferRequested' },
  ];
}

async function expectCorrectResults(): Promise<void> {
  for (const one of queries()) {
    const search = new URLSearchParams({ limit: '100', ...one }).toString();
    const pages = await allPages(admin, search);
    const expected = filterNaively(events, one);
    expect({ one, positions: positionsOf(pages) }).toEqual({ one, positions: expected });
    expect({ one, total: pages[0]?.total }).toEqual({ one, total: expected.length });
  }
}

describe('event list', () => {
  it('finds the same events as a scan of the whole log while the index is empty [HIST-1]', async () => {
    expect(await indexed()).toBe(0);
    await expectCorrectResults();
    expect((await chain()).indexLag).toBe(events.length);
  });

  it('finds the same events as a scan while half of them are indexed [HIST-1]', async () => {
    await indexUpTo(Math.floor(events.length / 2));
    await expectCorrectResults();
  });

  it('finds the same events as a scan when all are indexed [HIST-1]', async () => {
    await indexUpTo(events.length);
    await expectCorrectResults();
    expect((await chain()).indexLag).toBe(0);
  });

  it('filters by bank days, including the first and the last [HIST-1]', async () => {
    const day = (event: StoredEvent) =>
      event.recorded_at.toLocaleDateString('en-CA', { timeZone: 'America/New_York' });
    for (const type of [undefined, 'TransferRequested']) {
      const ofType = events.filter((event) => type === undefined || event.type === type);
      const days = [...new Set(ofType.map(day))];
      const [from = '', to = ''] = [days[1], days.at(-2)];
      const expected = ofType.filter((event) => day(event) >= from && day(event) <= to);
      expect(expected.length).toBeGreaterThan(2);
      const pages = await allPages(
        admin,
        `from=${from}&to=${to}${type === undefined ? '' : `&type=${type}`}`,
      );
      expect(positionsOf(pages)).toEqual(expected.map(({ position }) => position).reverse());
    }
    expect((await page('from=2020-01-01&to=2020-01-02')).items).toEqual([]);
    expect((await page(`from=${addDays(today(), 2)}`)).items).toEqual([]);
  });

  it('contains each event on exactly one page while new ones arrive [HIST-1]', async () => {
    const expected = filterNaively(events, { customer: users.alice });
    const send = () =>
      bank.admin.post('/api/admin/transactions', {
        userId: users.alice,
        type: 'credit',
        amount: 1,
        description: 'Meanwhile',
      });
    const pages = await allPages(admin, `limit=20&customer=${users.alice}`, send);
    expect(pages.length).toBeGreaterThan(2);
    expect(positionsOf(pages)).toEqual(expected);
    const newest = await page(`customer=${users.alice}`);
    expect(newest.total).toBe(expected.length + pages.length - 1);
    expect(newest.items[0]).toMatchObject({ type: 'CreditRecorded', actor: { role: 'admin' } });
    events = await storedEvents(database);
  });

  it('names people, and shows deleted users as deleted [HIST-2]', async () => {
    const requested = `customer=${users.alice}&type=TransferRequested`;
    const [first] = (await page(requested)).items;
    expect(first).toMatchObject({
      text: expect.stringMatching(/^Held \$[\d,.]+ for Alice Moreno's transfer$/),
      customer: { id: users.alice, name: 'Alice Moreno' },
      actor: { role: 'customer', person: { name: 'Alice Moreno' } },
    });
    const [gone] = (await page(`customer=${users.gone}&type=AccountClosed`)).items;
    expect(gone).toMatchObject({ customer: { name: 'Deleted user', email: null }, actor: { role: 'admin' } });
    expect(gone?.text).toContain("Closed a since-deleted user's account");
  });

  it.each([
    ['type=Nothing', 'type'],
    ['customer=alice', 'customer'],
    ['account=alice', 'account'],
    ['role=boss', 'role'],
    ['from=2026-13-01', 'from'],
    ['from=2026-02-02&to=2026-02-01', 'from'],
    ['cursor=0', 'cursor'],
    ['limit=101', 'limit'],
    ['order=position', 'order'],
  ])('rejects %s and names the field [ERR-2]', async (search, field) => {
    const { status, body } = await admin.get<{ fields: string[] }>(`${PATH}/events?${search}`);
    expect([status, body.fields[0]]).toEqual([400, field]);
  });
});

describe('single event', () => {
  it('has payload, entries, hashes and neighbors [HIST-3]', async () => {
    const stored = events.findLast(
      ({ type, payload }) => type === 'CreditRecorded' && payload.includes(users.bob),
    );
    if (stored === undefined) throw new Error('the story has no credit for Bob');
    const { status, body } = await admin.get<Record<string, unknown>>(`${PATH}/events/${stored.position}`);
    expect(status).toBe(200);
    const inStream = events.filter(({ stream }) => stream === stored.stream);
    const { amountCents } = JSON.parse(stored.payload) as { amountCents: number };
    expect(body).toMatchObject({
      payload: stored.payload,
      hash: stored.hash.toString('hex'),
      previousHash: events[stored.position - 2]?.hash.toString('hex'),
      isHashRight: true,
      version: stored.version,
      previousInStream: inStream[stored.version - 2]?.position ?? null,
      nextInStream: inStream[stored.version]?.position ?? null,
      previousInLog: stored.position - 1,
      entries: [
        { name: 'Settlement', amountCents: -amountCents },
        { name: 'Bob Lindqvist', amountCents, holdCents: 0 },
      ],
    });
    const correlated = body['correlated'] as EventItem[];
    const others = filterNaively(events, { correlation: stored.correlation_id });
    expect(correlated.map(({ position }) => position)).toEqual(
      others.filter((position) => position !== stored.position),
    );
  });

  it.each(['0', '999999999', '1e3', 'x'])('is not found at position %s', async (position) => {
    expect((await admin.get(`${PATH}/events/${position}`)).status).toBe(404);
  });
});

describe('balance at a point in time', () => {
  interface Answer {
    status: string;
    position: number;
    balance: { postedCents: number; heldCents: number; availableCents: number };
    before: { postedCents: number };
    steps: { position: number; postedCents: number; heldCents: number; amountCents: number }[];
    hasOlder: boolean;
  }
  const at = async (account: string, search = '') =>
    (await admin.get<Answer>(`${PATH}/accounts/${account}/balance?${search}`)).body;

  it('equals the sum of the entries up to each position [HIST-4]', async () => {
    const newest = await at(users.alice);
    expect(newest.steps[0]).toMatchObject({
      postedCents: newest.balance.postedCents,
      heldCents: newest.balance.heldCents,
    });
    for (const { position, postedCents, heldCents } of newest.steps.slice(0, 10)) {
      const then = await at(users.alice, `position=${position}`);
      expect(then.balance).toMatchObject({ postedCents, heldCents, availableCents: postedCents - heldCents });
      const sum = then.steps.reduce((total, { amountCents }) => total + amountCents, then.before.postedCents);
      expect(sum).toBe(postedCents);
    }
  });

  it("can be requested for the end of a bank day, and comes with the account's status at that time [HIST-4]", async () => {
    const first = events.find(
      ({ payload, type }) => type === 'CreditRecorded' && payload.includes(users.alice),
    );
    if (first === undefined) throw new Error('Alice has no credit');
    const day = first.recorded_at.toLocaleDateString('en-CA', { timeZone: 'America/New_York' });
    expect((await at(users.alice, `day=${day}`)).balance.postedCents).toBe(50_00);
    expect(await at(users.alice, 'day=2020-01-01')).toMatchObject({
      status: 'not opened',
      position: 0,
      steps: [],
    });
    expect(await at(users.gone)).toMatchObject({
      status: 'closed',
      balance: { postedCents: 0, heldCents: 0 },
    });
    const settlement = await at('settlement');
    expect(settlement.steps.length).toBe(100);
    expect(settlement.hasOlder).toBe(true);
  });

  it('is not found for an unknown account or position', async () => {
    const statuses = await Promise.all(
      ['accounts/nobody/balance', `accounts/${users.alice}/balance?position=99999999`].map(
        async (path) => (await admin.get(`${PATH}/${path}`)).status,
      ),
    );
    expect(statuses).toEqual([404, 404]);
  });
});

describe('event exports', () => {
  const file = async (format: string, search: string): Promise<string> => {
    const { status, body, headers } = await admin.get<string>(`${PATH}/events.${format}?${search}`);
    expect([status, headers.get('content-disposition')]).toEqual([
      200,
      expect.stringContaining(`.${format}"`),
    ]);
    return typeof body === 'string' ? body : JSON.stringify(body);
  };
  const lines = (text: string) => text.split(/\r?\n/).filter((line) => line !== '');

  it('contain exactly the filtered events [HIST-5]', async () => {
    for (const one of [
      {},
      { customer: users.bob },
      { account: `${SYSTEM}2`, role: 'admin' },
      { type: 'UserDeleted' },
    ]) {
      const search = new URLSearchParams(one).toString();
      const expected = filterNaively(events, one);
      const csv = lines(await file('csv', search));
      expect(csv[0]).toMatch(/^Position,Recorded at \(UTC\),Type,What happened,/);
      expect(csv.slice(1).map((line) => Number(line.split(',')[0]))).toEqual(expected);
      const json = lines(await file('ndjson', search));
      expect(json.map((line) => (JSON.parse(line) as { position: number }).position)).toEqual(expected);
    }
  });

  it('contain enough to recompute the hash chain [HIST-5]', async () => {
    let previous = Buffer.alloc(32);
    for (const line of lines(await file('ndjson', '')).reverse()) {
      const event = JSON.parse(line) as Record<string, string | number>;
      const payload = line.slice(line.indexOf(',"payload":') + ',"payload":'.length, -1);
      const fields = ['position', 'stream', 'version', 'type', 'payloadVersion'].map((name) => event[name]);
      const time = Date.parse(String(event['recordedAt']));
      const rest = [time, event['actor'], event['correlationId'], event['causationId'], payload];
      const text = [...fields, ...rest].join('\n');
      previous = createHash('sha256').update(previous).update(text).digest();
      expect(event['hash']).toBe(previous.toString('hex'));
    }
  });

  it('contain ids but no personal data, just like the index [HIST-5]', async () => {
    const index = JSON.stringify(await query(database.superUrl, 'select * from ledger_event_index'));
    const everything = `${index} ${await file('csv', '')} ${await file('ndjson', '')}`;
    expect(everything).toContain(users.alice);
    for (const personal of ['Alice', 'Moreno', 'Lindqvist', 'Okafor', '@', 'Corner Greens', 'Meanwhile']) {
      expect([personal, everything.includes(personal)]).toEqual([personal, false]);
    }
  });
});

it('event history is available only to admins [HIST-7]', async () => {
  const visitor = new HttpClient(bank.api.baseUrl);
  const paths = [
    'events',
    'events.csv',
    'events.ndjson',
    'events/1',
    'accounts/fees/balance',
    'people?search=al',
    'chain',
  ];
  for (const path of paths) {
    expect([path, (await visitor.get(`${PATH}/${path}`)).status]).toEqual([path, 401]);
    expect([path, (await bank.alice.get(`${PATH}/${path}`)).status]).toEqual([path, 403]);
  }
  expect((await bank.alice.post(`${PATH}/verifications`)).status).toBe(403);
  expect((await chain()).latest).toBeNull();
});

it('event history finds people by name, email address, moniker or id, but not by a wildcard [HIST-1]', async () => {
  const found = async (search: string) =>
    (await admin.get<{ name: string }[]>(`${PATH}/people?search=${encodeURIComponent(search)}`)).body.map(
      ({ name }) => name,
    );
  expect(await found('alice mor')).toEqual(['Alice Moreno']);
  expect(await found('BOB@moniker')).toEqual(['Bob Lindqvist']);
  expect(await found('ada_admin')).toEqual(['Ada Okafor']);
  expect(await found(users.bob.toUpperCase())).toEqual(['Bob Lindqvist']);
  expect(await found(users.gone)).toEqual(['Deleted user']);
  expect(await found('%')).toEqual([]);
});

describe('worker', () => {
  const untilIndexed = () =>
    waitFor(async () => (await indexed()) === (await headOf(database)), {
      what: 'the index',
    });

  /** Expects the index to match the log, event by event. */
  async function expectCompleteIndex(): Promise<void> {
    events = await storedEvents(database);
    const rows = await query<{ position: number; type: string; actor: string }>(
      database.superUrl,
      'select position, type, actor from ledger_event_index order by position',
    );
    expect(rows).toEqual(events.map(({ position, type, actor }) => ({ position, type, actor })));
  }

  itNightly('rebuilds an empty index without duplicates when one of two workers is killed', async () => {
    await query(
      database.superUrl,
      "begin; truncate ledger_event_index; update ledger_follower set position = 0 where name = 'event-index'; commit",
    );
    const workers = await Promise.all([startWorker({ database }), startWorker({ database })]);
    const [first, second] = workers;
    // Waits for the scheduled verification to finish. Otherwise, the killed worker could be running that verification.
    await waitFor(async () => (await chain()).lastResult, {
      what: 'the scheduled verification',
    });
    const writing = appendCredits(database, 3_000, users.alice);
    await waitFor(async () => (await indexed()) > events.length, {
      what: 'the first new events to be indexed',
    });
    await first.kill9();
    await writing;
    await untilIndexed();
    await expectCompleteIndex();
    await second.stop();
  });

  it("verifies on schedule and at an admin's request [HIST-6]", async () => {
    const worker = await startWorker({ database });
    const scheduled = await waitFor(async () => (await chain()).lastResult, {
      what: 'the scheduled verification',
    });
    expect(scheduled).toMatchObject({ status: 'sound', requestedBy: null, findings: [] });
    const requested = await admin.post<Chain>(`${PATH}/verifications`);
    expect([requested.status, requested.body.latest?.requestedBy?.name]).toEqual([200, 'Ada Okafor']);
    const done = await waitFor(async () => isDone(await chain(), requested.body.latest?.id), {
      what: 'the result',
    });
    expect(done).toMatchObject({ status: 'sound', position: await headOf(database), failure: null });
    await worker.stop();
  });

  it('runs one verification at a time and marks it as failed if its worker is killed [HIST-6]', async () => {
    const blocker = new pg.Client({ connectionString: database.superUrl });
    await blocker.connect();
    await blocker.query('begin; lock table ledger_account in access exclusive mode');
    const worker = await startWorker({ database });
    const requested = (await admin.post<Chain>(`${PATH}/verifications`)).body.latest;
    const running = await waitFor(
      async () => {
        const { latest } = await chain();
        return latest?.status === 'running' && latest.position === latest.total ? latest : null;
      },
      { what: 'progress of the verification', timeoutMs: 30_000 },
    );
    expect(running.id).toBe(requested?.id);
    expect((await admin.post<Chain>(`${PATH}/verifications`)).body.latest?.id).toBe(requested?.id);
    await worker.kill9();
    await blocker.query('rollback');
    await blocker.end();
    // Simulates a minute without a heartbeat.
    await query(
      database.superUrl,
      `update ledger_verification set heartbeat_at = heartbeat_at - interval '1 minute'`,
    );
    expect((await chain()).latest).toMatchObject({
      status: 'failed',
      failure: 'The worker stopped before the verification finished',
    });
    const again = (await admin.post<Chain>(`${PATH}/verifications`)).body.latest;
    expect(again?.id).not.toBe(requested?.id);
    const next = await startWorker({ database });
    const done = await waitFor(async () => isDone(await chain(), again?.id), {
      what: 'the result',
    });
    expect(done.status).toBe('sound');
    await next.stop();
  });

  it('reports the first bad position of a tampered log [HIST-6]', async () => {
    const [{ position } = { position: 0 }] = await query<{ position: number }>(
      database.superUrl,
      `select min(position)::int as position from ledger_event where type = 'CreditRecorded'`,
    );
    await query(
      database.superUrl,
      `set session_replication_role = replica;
       update ledger_event set payload = replace(payload, '"amountCents":', '"amountCents":1') where position = ${position}`,
    );
    expect((await admin.get<{ isHashRight: boolean }>(`${PATH}/events/${position}`)).body.isHashRight).toBe(
      false,
    );
    const worker = await startWorker({ database });
    const requested = (await admin.post<Chain>(`${PATH}/verifications`)).body.latest;
    const done = await waitFor(async () => isDone(await chain(), requested?.id), {
      what: 'the result',
    });
    expect(done.status).toBe('unsound');
    expect(done.findings[0]).toMatchObject({ check: 'chain', position });
    await worker.stop();
  });

  function isDone({ lastResult }: Chain, id: string | undefined): Chain['lastResult'] {
    return lastResult?.id === id ? lastResult : null;
  }
});
