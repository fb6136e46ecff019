import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from '@jest/globals';
import { KurrentDBClient } from '@kurrent/kurrentdb-client';
import { OperationChecker } from '../../../infra/chaos/checker.mjs';
import { KurrentLog } from '../../src/ledger/log/kurrent-log.js';
import {
  createDemoDatabase,
  query,
  runCli,
  signIn,
  startApi,
  waitFor,
  type HttpClient,
  type HttpResponse,
  type RunningApi,
  type TestDatabase,
} from '../harness/index.js';
import { copyLogOf } from '../harness/database.js';
import { requestAccount, userIdOf } from '../payments/money.fixtures.js';

/** Number of callers that credit an account through each API. One more caller per API decides account requests. */
const CREDIT_CALLERS = 6;
const RETRY_MS = 20;
/** Allows for a server being down for a minute and for the election that follows. */
const RECOVERY_MS = 120_000;
const MAX_EVENTS = 1_000_000;

const CUSTOMERS = ['alice', 'bob'] as const;

/** The expected status while the log or PostgreSQL cannot be reached. */
const UNAVAILABLE = 503;

/**
 * A bank under load, with several APIs and its log in KurrentDB. Callers repeat each operation until it is
 * acknowledged, and credits have idempotency keys.
 */
export class KurrentBank {
  /** When each acknowledged credit was answered, keyed by its description. */
  readonly credits = new Map<string, number>();
  /** When each acknowledged decision on an account request was answered, keyed by the request's id. */
  readonly decisions = new Map<string, number>();
  /** How many requests were refused because the log or PostgreSQL could not be reached. */
  refused = 0;
  /** The statuses of unexpected answers. */
  readonly unexpected: number[] = [];
  private isStopped = false;
  private callers: Promise<void>[] = [];

  private constructor(
    readonly database: TestDatabase,
    private readonly env: NodeJS.ProcessEnv,
    private readonly url: string,
    readonly apis: RunningApi[],
  ) {}

  /** `apiUrl` is the address at which the APIs reach the log. It can be the address of a proxy. */
  static async start(url: string, apis: number, apiUrl = url): Promise<KurrentBank> {
    const database = await createDemoDatabase();
    const { name } = database;
    await copyLogOf(database, url);
    const env = { LEDGER_LOG: 'kurrentdb', KURRENTDB_URL: apiUrl, KURRENTDB_STREAM: name };
    const started: RunningApi[] = [];
    while (started.length < apis) started.push(await startApi({ database, env }));
    const bank = new KurrentBank(database, env, url, started);
    await bank.load();
    return bank;
  }

  get operations(): number {
    return this.credits.size + this.decisions.size;
  }

  /** Waits until this many more operations are acknowledged. */
  async progress(operations: number): Promise<void> {
    const goal = this.operations + operations;
    await waitFor(() => this.operations >= goal, {
      what: 'more acknowledged operations',
      timeoutMs: RECOVERY_MS,
    });
  }

  /** Kills an API with SIGKILL. */
  async killApi(index: number): Promise<void> {
    await this.apiAt(index).kill9();
  }

  /** Restarts a killed API on the same port. */
  async restartApi(index: number): Promise<void> {
    const { port, dataDir } = this.apiAt(index);
    this.apis[index] = await startApi({ database: this.database, env: this.env, port, dataDir });
  }

  /** Runs `work` while the programs cannot reach PostgreSQL. */
  async whileDatabaseIsDown(work: () => Promise<unknown>): Promise<void> {
    const { name, superUrl } = this.database;
    // Superusers are exempt from the limit.
    await query(superUrl, `alter database ${name} connection limit 0`);
    try {
      await query(
        superUrl,
        `select pg_terminate_backend(pid) from pg_stat_activity
           where datname = $1 and usename = 'moniker_app'`,
        [name],
      );
      await work();
    } finally {
      await query(superUrl, `alter database ${name} connection limit -1`);
    }
  }

  /** The number of prepared transactions, whose outcome in the log is not known yet. */
  async preparedTransactions(): Promise<number> {
    return (
      await query(this.database.superUrl, 'select from pg_prepared_xacts where database = current_database()')
    ).length;
  }

  /** Waits for the callers and checks that the log, the tables and the acknowledgments agree. */
  async expectComplete(): Promise<void> {
    this.isStopped = true;
    await Promise.all(this.callers);
    expect(this.unexpected).toEqual([]);
    await this.expectSameLog();
    expectEachOnce(this.credits, await this.storedCredits());
    expectEachOnce(this.decisions, await this.storedDecisions());
    await this.expectInLogBeforeAnswer();
    expect(await this.preparedTransactions()).toBe(0);
    const env = { ...this.env, KURRENTDB_URL: this.url };
    const { code, stdout } = await runCli(['verify', '--json'], { database: this.database, env });
    expect({ code, stdout }).toMatchObject({ code: 0 });
  }

  /** Stops everything. Ignores callers that never got an answer; `expectComplete` reports those. */
  async stop(): Promise<void> {
    this.isStopped = true;
    await Promise.allSettled(this.callers);
    await Promise.all(this.apis.map((api) => api.stop()));
    await this.database.drop();
  }

  private apiAt(index: number): RunningApi {
    const api = this.apis[index];
    if (api === undefined) throw new Error(`no API ${index}`);
    return api;
  }

  private async load(): Promise<void> {
    for (const [index, { baseUrl }] of this.apis.entries()) {
      const admin = await signIn(baseUrl, 'admin');
      // The callers of each API have their own customer, because a decision is refused once the customer has a newer
      // request.
      const userId = await userIdOf(await signIn(baseUrl, CUSTOMERS[index % CUSTOMERS.length] ?? 'alice'));
      const credit = (): Promise<void> => this.credit(admin, userId);
      const decide = (): Promise<void> => this.decide(admin, userId);
      this.callers.push(...Array.from({ length: CREDIT_CALLERS }, () => this.repeat(credit)));
      this.callers.push(this.repeat(decide));
    }
  }

  private async repeat(operation: () => Promise<void>): Promise<void> {
    while (!this.isStopped) await operation();
  }

  private async credit(admin: HttpClient, userId: string): Promise<void> {
    const description = randomUUID();
    const headers = { 'Idempotency-Key': description };
    const body = { userId, type: 'credit', amount: 0.01, description };
    const isDone = ({ status }: HttpResponse): boolean => status === 201;
    const answeredAt = await this.untilAnswered(isDone, () =>
      admin.post('/api/admin/transactions', body, { headers }),
    );
    this.credits.set(description, answeredAt);
  }

  private async decide(admin: HttpClient, userId: string): Promise<void> {
    const id = await requestAccount(this.database, userId);
    const status = this.decisions.size % 2 === 0 ? 'approved' : 'rejected';
    // If the decision was made but the answer to the first try was lost, the bank answers a retry with 409.
    const isDone = ({ status: answer, body }: HttpResponse): boolean =>
      answer === 200 || (answer === 409 && JSON.stringify(body).includes('ALREADY_DECIDED'));
    const answeredAt = await this.untilAnswered(isDone, () =>
      admin.put(`/api/admin/account-requests/${id}`, { status }),
    );
    this.decisions.set(id, answeredAt);
  }

  /** Repeats a request until `isDone` accepts the answer. Returns the time of that answer. */
  private async untilAnswered(
    isDone: (answer: HttpResponse) => boolean,
    send: () => Promise<HttpResponse>,
  ): Promise<number> {
    const deadline = Date.now() + RECOVERY_MS;
    while (Date.now() < deadline) {
      const answer = await send().catch(() => null);
      if (answer !== null && isDone(answer)) return Date.now();
      if (answer?.status === UNAVAILABLE) this.refused += 1;
      else if (answer !== null) this.unexpected.push(answer.status);
      await pause(RETRY_MS);
    }
    throw new Error('an operation was never acknowledged');
  }

  /** Checks that the copy in PostgreSQL equals the stream, event by event. */
  private async expectSameLog(): Promise<void> {
    const events = await this.withLog((log) => log.read(0, MAX_EVENTS));
    const readCopy = () =>
      query<{ hash: Buffer }>(this.database.superUrl, 'select hash from ledger_event order by position');
    const copy = await waitFor(
      async () => {
        const rows = await readCopy();
        return rows.length === events.length && rows;
      },
      { what: 'the projection of all events', timeoutMs: RECOVERY_MS },
    );
    expect(copy.findIndex(({ hash }, index) => events[index]?.hash.equals(hash) !== true)).toBe(-1);
  }

  private async withLog<Result>(work: (log: KurrentLog) => Promise<Result>): Promise<Result> {
    const log = new KurrentLog({ url: this.url, stream: this.database.name });
    try {
      return await work(log);
    } finally {
      await log.close();
    }
  }

  /** Checks that the server wrote each event before its operation was acknowledged. All programs use the same clock. */
  private async expectInLogBeforeAnswer(): Promise<void> {
    const operations = [...(await this.storedCredits()), ...(await this.storedDecisions())];
    const answeredAt = new Map([...this.credits, ...this.decisions]);
    const writtenAt = await this.timesInLog();
    const early = operations.filter(
      ({ key, position }) =>
        answeredAt.has(key) && !((writtenAt.get(position) ?? Infinity) <= (answeredAt.get(key) ?? 0)),
    );
    expect(early).toEqual([]);
  }

  /** When the server wrote each event, keyed by the event's position. */
  private async timesInLog(): Promise<Map<number, number>> {
    const client = KurrentDBClient.connectionString(this.url);
    try {
      const times = new Map<number, number>();
      for await (const { event } of client.readStream(this.database.name, { maxCount: MAX_EVENTS }))
        if (event !== undefined) times.set(Number(event.revision) + 1, event.created.getTime());
      return times;
    } finally {
      await client.dispose();
    }
  }

  private storedCredits(): Promise<StoredOperation[]> {
    return query(
      this.database.superUrl,
      `select x.description as key, position::int from ledger_event e join ledger_transaction_text x
         on x.transaction_id::text = e.payload::json ->> 'transactionId' where e.type = 'CreditRecorded'`,
    );
  }

  private storedDecisions(): Promise<StoredOperation[]> {
    return query(
      this.database.superUrl,
      `select payload::json ->> 'accountRequestId' as key, position::int
         from ledger_event where type = 'AccountRequestDecided'`,
    );
  }
}

/** An operation in the log, with the position of its event. */
interface StoredOperation {
  readonly key: string;
  readonly position: number;
}

function expectEachOnce(acknowledged: ReadonlyMap<string, number>, stored: readonly StoredOperation[]): void {
  const checker = new OperationChecker();
  for (const key of acknowledged.keys()) checker.acknowledge(key, null, '');
  for (const { key } of stored) checker.store(key, null);
  const { lost, duplicated } = checker.discrepancies();
  expect({ lost, duplicated }).toEqual({ lost: [], duplicated: [] });
}
