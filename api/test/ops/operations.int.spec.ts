import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { parse } from 'yaml';
import { signedInClient, verifiedUser, type Bank } from '../identity/auth.fixtures.js';
import { requestAccount, requestTransfer, userIdOf } from '../payments/money.fixtures.js';
import {
  logEntries,
  fetchMetrics,
  fetchSamples,
  sampleValue,
  startApiWithOperationsPort,
  startWorkerWithOperationsPort,
  type WithOperationsPort,
} from './operations.fixtures.js';
import {
  createDatabase,
  query,
  startApi,
  startApiProcess,
  startMailServer,
  startWorkerProcess,
  openJobStore,
  waitFor,
  type HttpClient,
  type RunningApi,
  type RunningProgram,
} from '../harness/index.js';
import { ROOT } from '../harness/paths.js';

interface WatchedBank extends Bank {
  readonly api: WithOperationsPort<RunningApi>;
  readonly worker: WithOperationsPort<RunningProgram>;
}

/** The parts of a Prometheus alert file that the tests read. */
interface AlertFile {
  readonly groups: readonly { readonly rules: readonly Alert[] }[];
}

interface Alert {
  readonly alert: string;
  readonly annotations: { readonly runbook_url?: string };
}

const RUNBOOKS = 'docs/runbooks';

let bank: WatchedBank;
let admin: HttpClient;
let alice: HttpClient;

beforeAll(async () => {
  const [database, mail] = await Promise.all([createDatabase(), startMailServer()]);
  const env = { SMTP_URL: mail.smtpUrl };
  const [api, worker] = await Promise.all([
    startApiWithOperationsPort({ database, env }),
    startWorkerWithOperationsPort({ database, env }),
  ]);
  const close = async (): Promise<void> => {
    await Promise.all([api.stop(), worker.stop()]);
    await mail.close();
    await database.drop();
  };
  const store = await openJobStore('PostgreSQL', database);
  bank = { database, mail, store, api, worker, close };
  admin = await anAdmin();
  alice = await signedInClient(bank, await verifiedUser(bank));
  const userId = await userIdOf(alice);
  const request = await requestAccount(database, userId);
  await admin.put(`/api/admin/account-requests/${request}`, { status: 'approved' });
  await admin.put(`/api/admin/users/${userId}/balance`, { accountBalance: 5000 });
});

afterAll(() => bank.close());

async function anAdmin(): Promise<HttpClient> {
  const person = await verifiedUser(bank);
  await query(
    bank.database.superUrl,
    `update app_user set is_admin = true, admin_role = 'owner' where email = $1`,
    [person.email],
  );
  return signedInClient(bank, person);
}

const sql = <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
  query<Row>(bank.database.superUrl, text, values);

describe('a request id', () => {
  it('connects the API log line, the event, the email and the worker log line [OPS-5]', async () => {
    const { status, headers } = await requestTransfer(alice, {});
    expect(status).toBe(201);
    const requestId = headers.get('x-request-id');
    const line = await waitFor(() => logEntries(bank.api).find((one) => one['requestId'] === requestId), {
      what: 'the request in the log',
    });
    expect(line).toMatchObject({
      program: 'api',
      level: 'log',
      method: 'POST',
      route: '/api/transfer/request',
      status: 201,
    });
    expect(await sql('select type from ledger_event where correlation_id = $1', [requestId])).toEqual([
      { type: 'TransferRequested' },
    ]);
    const sent = await waitFor(() => logEntries(bank.worker).find((one) => one['requestId'] === requestId), {
      what: 'the email in the log',
    });
    const mails = await sql('select id, template from outbox where correlation_id = $1', [requestId]);
    expect(mails).toEqual([{ id: sent['outboxId'], template: 'transfer-requested' }]);
    expect(sent).toMatchObject({ program: 'worker', message: 'mail sent', template: 'transfer-requested' });
  });

  it('is also logged for an email that the request sends without an event', async () => {
    const { headers } = await alice.post('/api/auth/send-password-otp');
    const requestId = headers.get('x-request-id');
    await waitFor(() => logEntries(bank.worker).find((one) => one['requestId'] === requestId), {
      what: 'the email in the log',
    });
  });
});

describe('the API log', () => {
  it('has one line per request, except for health checks', async () => {
    const answers = [
      await alice.get('/healthz'),
      await alice.get('/api/auth/user'),
      await alice.get('/api/transactions/none-of-hers?token=from-a-mail'),
    ];
    const ids = answers.map(({ headers }) => headers.get('x-request-id') ?? 'none');
    const linesOf = (id?: string) => logEntries(bank.api).filter(({ requestId }) => requestId === id);
    await waitFor(() => linesOf(ids.at(-1)).length > 0, { what: 'the last request in the log' });
    const lines = ids.flatMap(linesOf);
    expect(lines.map(({ route, status, refused }) => ({ route, status, refused }))).toEqual([
      { route: '/api/auth/user', status: 200, refused: undefined },
      { route: '/api/transactions/:id', status: 404, refused: 'NOT_FOUND' },
    ]);
    expect(bank.api.output()).not.toMatch(/none-of-hers|from-a-mail/);
  });
});

describe('metrics', () => {
  it('of the API include refusals, commits, connections, and requests by route template [OPS-4]', async () => {
    const before = await fetchSamples(bank.api);
    await requestTransfer(alice, {});
    await requestTransfer(alice, { amount: 3000 });
    const route = { method: 'POST', route: '/api/transfer/request' };
    const grown = await waitFor(
      async () => {
        const samples = await fetchSamples(bank.api);
        const by = (name: string, labels: Record<string, string> = {}): number =>
          (sampleValue(samples, name, labels) ?? 0) - (sampleValue(before, name, labels) ?? 0);
        const refused = by('moniker_refusals_total', { code: 'DAILY_LIMIT_EXCEEDED' });
        return refused > 0 && { samples, by };
      },
      { what: 'the refusal' },
    );
    const { samples, by } = grown;
    expect(by('moniker_http_request_seconds_count', { ...route, status: '201' })).toBe(1);
    expect(by('moniker_http_request_seconds_count', { ...route, status: '422' })).toBe(1);
    // The refused command has its own commit, which writes nothing.
    expect(by('moniker_ledger_commit_seconds_count')).toBe(2);
    expect(by('moniker_ledger_batch_commands_sum')).toBe(2);
    expect(sampleValue(samples, 'moniker_ledger_queue_commands')).toBe(0);
    expect(sampleValue(samples, 'moniker_ready')).toBe(1);
    expect(sampleValue(samples, 'moniker_database_connections', { state: 'idle' })).toBeGreaterThan(0);
    expect(sampleValue(samples, 'process_start_time_seconds')).toBeGreaterThan(0);
  });

  it('of the worker include the mail backlog and the positions of the log, its followers and the last checkpoint', async () => {
    const [head] = await sql<{ position: string }>('select position from ledger_head');
    await waitFor(
      async () => {
        const samples = await fetchSamples(bank.worker);
        const position = Number(head?.position);
        expect(sampleValue(samples, 'moniker_ledger_head_position')).toBe(position);
        for (const follower of ['mail-from-ledger', 'event-index', 'projection:read-tables']) {
          expect([
            follower,
            sampleValue(samples, 'moniker_ledger_follower_position', { follower }),
            sampleValue(samples, 'moniker_ledger_follower_lag_events', { follower }),
          ]).toEqual([follower, position, 0]);
        }
        expect(sampleValue(samples, 'moniker_mail_waiting')).toBe(0);
        expect(sampleValue(samples, 'moniker_mail_oldest_seconds')).toBe(0);
        expect(sampleValue(samples, 'moniker_ledger_checkpoint_position')).toBeGreaterThan(0);
        expect(sampleValue(samples, 'moniker_ledger_sound')).toBe(1);
        expect(sampleValue(samples, 'moniker_ledger_prepared_oldest_seconds')).toBe(0);
        return true;
      },
      { what: 'everything to have caught up', timeoutMs: 20_000 },
    );
  });

  it('of the worker include waiting and failed mail', async () => {
    const [user] = await sql<{ id: string }>('select id from app_user limit 1');
    await sql(
      `insert into outbox (id, template, user_id, params, created_at, enqueued_at, failed_at, failure, tries)
        values (gen_random_uuid(), 'reset', $1, '{}', now(), null, now(), 'refused', 125),
          (gen_random_uuid(), 'reset', $1, '{}', now() - interval '4 minutes', now(), null, null, 0)`,
      [user?.id],
    );
    await waitFor(
      async () => {
        const samples = await fetchSamples(bank.worker);
        const age = sampleValue(samples, 'moniker_mail_oldest_seconds') ?? 0;
        return sampleValue(samples, 'moniker_mail_failed') === 1 && age >= 240 && age < 300;
      },
      { what: 'the emails in the metrics' },
    );
    await sql(
      `delete from outbox where failed_at is not null or enqueued_at is not null and sent_at is null`,
    );
  });

  it('of the worker report an unsound ledger', async () => {
    await sql(
      `insert into ledger_verification (id, requested_by, status, finished_at, position, findings)
        values (gen_random_uuid(), 'schedule', 'unsound', clock_timestamp(), 3, '[]')`,
    );
    await waitFor(
      async () => {
        const samples = await fetchSamples(bank.worker);
        return (
          sampleValue(samples, 'moniker_ledger_sound') === 0 &&
          sampleValue(samples, 'moniker_ledger_verified_position') === 3
        );
      },
      { what: 'the finding in the metrics' },
    );
    await sql(`delete from ledger_verification where status = 'unsound'`);
  });

  it('of the worker include the age of a prepared transaction [LED-35]', async () => {
    const name = `moniker:1:${'0'.repeat(64)}`;
    await sql(`begin; prepare transaction '${name}'`);
    try {
      await waitFor(
        async () =>
          (sampleValue(await fetchSamples(bank.worker), 'moniker_ledger_prepared_oldest_seconds') ?? 0) > 0,
        { what: 'the transaction in the metrics' },
      );
    } finally {
      await sql(`rollback prepared '${name}'`);
    }
    const alerts = readFileSync(path.join(ROOT, 'infra/prometheus/alerts.yml'), 'utf8');
    expect(alerts).toContain('expr: max(moniker_ledger_prepared_oldest_seconds) > 15');
  });

  it('of the worker count sessions that the database ended while they were idle in a transaction [OPS-11]', async () => {
    const failed = async (): Promise<number> =>
      sampleValue(await fetchSamples(bank.worker), 'moniker_database_failed_sessions') ?? 0;
    const before = await failed();
    const idle = new pg.Client({ connectionString: bank.database.superUrl });
    const ended = new Promise((resolve) => idle.once('end', resolve));
    idle.on('error', () => undefined);
    await idle.connect();
    await idle.query("set idle_in_transaction_session_timeout = '1ms'");
    await idle.query('begin');
    await ended;
    await waitFor(async () => (await failed()) === before + 1, { what: 'the session in the metrics' });
  });

  it('have only labels with a bounded set of values', async () => {
    const templates = new Set([...routesOfDocument(), '/healthz', '/readyz', 'none']);
    for (const program of [bank.api, bank.worker]) {
      const samples = (await fetchSamples(program)).filter(({ name }) => name.startsWith('moniker_'));
      const routes = samples.flatMap(({ labels }) => labels['route'] ?? []);
      expect(routes.filter((route) => !templates.has(route))).toEqual([]);
      const labels = new Set(samples.flatMap((sample) => Object.keys(sample.labels)));
      const known = ['code', 'follower', 'le', 'method', 'program', 'route', 'state', 'status'];
      expect([...labels].filter((label) => !known.includes(label))).toEqual([]);
      expect(await fetchMetrics(program)).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}|@/);
    }
  });

  it('contain no personal data, nor do the logs [OPS-4]', async () => {
    const person = {
      email: 'canary.quill@mail.example',
      firstName: 'Canarya',
      lastName: 'Quillfeather',
      moniker: 'canary_quill',
      phoneNumber: '+1 415 555 0177',
    };
    const canary = await signedInClient(bank, await verifiedUser(bank, person));
    const userId = await userIdOf(canary);
    const request = await requestAccount(bank.database, userId);
    await admin.put(`/api/admin/account-requests/${request}`, { status: 'approved' });
    await admin.put(`/api/admin/users/${userId}/balance`, { accountBalance: 77_123.45 });
    expect((await requestTransfer(canary, { recipientName: person.lastName, amount: 1234.56 })).status).toBe(
      201,
    );
    await canary.post('/api/auth/login', { email: person.email, password: 'wrong one' });
    await canary.get(`/api/transactions/${person.moniker}?q=${person.lastName}`);
    await canary.get(`/${person.lastName}`);
    await canary.post('/api/auth/forgot-password', { email: person.email });
    await bank.mail.waitForMail(person.email, ({ subject }) => /reset code/.test(subject));

    const metrics = await Promise.all([bank.api, bank.worker].map(fetchMetrics));
    const published = [...metrics, bank.api.output(), bank.worker.output()].join('\n').toLowerCase();
    expect(published).toContain('/api/auth/forgot-password');
    const secrets = [...Object.values(person), '5550177'];
    expect(secrets.filter((secret) => published.includes(secret.toLowerCase()))).toEqual([]);
  });

  it.each(['infra/grafana/moniker.json', 'infra/prometheus/alerts.yml'])(
    'include every metric that %s uses',
    async (file) => {
      const text = readFileSync(path.join(ROOT, file), 'utf8');
      const named = new Set(text.match(/\b(moniker|process|nodejs)_[a-z_]+\b/g));
      const samples = [...(await fetchSamples(bank.api)), ...(await fetchSamples(bank.worker))];
      const names = new Set(samples.map(({ name }) => name));
      expect(named.size).toBeGreaterThan(5);
      // This metric exists only in a bank whose log is in KurrentDB.
      names.add('moniker_ledger_log_position');
      expect([...named].filter((name) => !names.has(name))).toEqual([]);
    },
  );

  it('are not exposed on the API port [OPS-4]', async () => {
    const { body } = await alice.get<string>('/metrics');
    expect(JSON.stringify(body)).not.toContain('moniker_http');
  });
});

describe('alerts', () => {
  it('each have a runbook and a test, and every runbook is in the list of runbooks', () => {
    const { groups } = parse(
      readFileSync(path.join(ROOT, 'infra/prometheus/alerts.yml'), 'utf8'),
    ) as AlertFile;
    const alerts = groups.flatMap(({ rules }) => rules);
    const tested = readFileSync(path.join(ROOT, 'infra/prometheus/alerts.test.yml'), 'utf8');
    const files = readdirSync(path.join(ROOT, RUNBOOKS)).filter((file) => file !== 'README.md');
    const paths = files.map((file) => `${RUNBOOKS}/${file}`);
    const list = readFileSync(path.join(ROOT, RUNBOOKS, 'README.md'), 'utf8');

    expect(alerts.length).toBeGreaterThan(10);
    expect(alerts.filter(({ annotations }) => !paths.includes(annotations.runbook_url ?? ''))).toEqual([]);
    expect(alerts.filter(({ alert }) => !list.includes(`\`${alert}\``))).toEqual([]);
    expect(alerts.filter(({ alert }) => !tested.includes(`- name: ${alert}\n`))).toEqual([]);
    expect(files.filter((file) => !list.includes(`](${file})`))).toEqual([]);
  });
});

function routesOfDocument(): string[] {
  const file = path.join(ROOT, 'api/openapi.json');
  const { paths } = JSON.parse(readFileSync(file, 'utf8')) as { paths: Record<string, unknown> };
  return Object.keys(paths).map((route) => route.replaceAll(/\{(\w+)\}/g, ':$1'));
}

describe('readiness', () => {
  const ready = async ({ operationsUrl }: { operationsUrl: string }): Promise<[number, string]> => {
    const answer = await fetch(`${operationsUrl}/readyz`);
    return [answer.status, (await answer.text()).trim()];
  };
  const LAST = 'Operations1763601600000';

  it('is reported, like liveness, on the operations ports of the API and the worker [OPS-2]', async () => {
    for (const program of [bank.api, bank.worker]) {
      expect(await ready(program)).toEqual([200, 'ok']);
      expect((await fetch(`${program.operationsUrl}/healthz`)).status).toBe(200);
      expect((await fetch(`${program.operationsUrl}/elsewhere`)).status).toBe(404);
      expect((await fetch(`${program.operationsUrl}/healthz`, { method: 'POST' })).status).toBe(404);
    }
  });

  it('is lost if the database lacks a migration, and the response names the migration [OPS-2]', async () => {
    const problem = `the database is missing migrations (${LAST})`;
    const [removed] = await sql<object>('delete from schema_migration where name = $1 returning *', [LAST]);
    expect(removed).toBeDefined();
    try {
      for (const program of [bank.api, bank.worker]) expect(await ready(program)).toEqual([503, problem]);
      expect((await alice.get('/readyz')).status).toBe(503);
      expect(sampleValue(await fetchSamples(bank.api), 'moniker_ready')).toBe(0);
      const { database } = bank;
      await expect(startApiProcess({ database })).rejects.toThrow(`api: ${problem}; run migrate first`);
      await expect(startWorkerProcess({ database })).rejects.toThrow(`worker: ${problem}; run migrate first`);
    } finally {
      await sql(
        'insert into schema_migration select * from json_populate_record(null::schema_migration, $1)',
        [JSON.stringify(removed)],
      );
    }
    expect(await ready(bank.api)).toEqual([200, 'ok']);
    const lines = await waitFor(
      () => {
        const lines = logEntries(bank.api).filter(({ context }) => context === 'Readiness');
        return lines.length >= 2 && lines;
      },
      { what: 'two lines about readiness' },
    );
    expect(lines).toMatchObject([{ problem: 'not ready', reason: problem }, { message: 'ready again' }]);
  });

  it('is kept if the database has migrations from a newer version', async () => {
    await sql(`insert into schema_migration (timestamp, name) values (9999999999999, 'Future9999999999999')`);
    try {
      expect(await ready(bank.api)).toEqual([200, 'ok']);
      const other = await startApi({ database: bank.database });
      expect((await fetch(`${other.baseUrl}/readyz`)).status).toBe(200);
      await other.stop();
      expect((await requestTransfer(alice, {})).status).toBe(201);
    } finally {
      await sql(`delete from schema_migration where name like 'Future%'`);
    }
  });

  it('is lost while the database rejects connections, and returns afterwards [OPS-2]', async () => {
    const { name } = bank.database;
    const allowConnections = (allowed: boolean): Promise<unknown> =>
      query(
        bank.database.superUrl.replace(name, 'postgres'),
        `alter database ${name} allow_connections ${allowed}`,
      );
    await allowConnections(false);
    try {
      await query(
        bank.database.superUrl.replace(name, 'postgres'),
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
      );
      await waitFor(async () => (await ready(bank.worker))[0] === 503, {
        what: 'the worker to stop being ready',
      });
      expect((await ready(bank.api))[1]).toMatch(/^the database is not responding/);
      const names = new Set((await fetchSamples(bank.worker)).map((sample) => sample.name));
      await waitFor(
        async () => {
          const current = new Set((await fetchSamples(bank.worker)).map((sample) => sample.name));
          return current.has('moniker_ready') && !current.has('moniker_ledger_head_position');
        },
        { what: 'unknown metrics to be omitted' },
      );
      expect(names).toContain('moniker_ready');
    } finally {
      await allowConnections(true);
    }
    await waitFor(async () => (await ready(bank.worker))[0] === 200, { what: 'the worker to be ready' });
    await waitFor(async () => (await ready(bank.api))[0] === 200, { what: 'the API to be ready' });
  });
});
