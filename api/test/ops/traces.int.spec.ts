import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { addDays, bankDayOf } from '../../src/platform/time/bank-day.js';
import { requestTransfer, setAvailableBalance, TRANSFER } from '../payments/money.fixtures.js';
import { makeDue } from '../payments/plans.fixtures.js';
import { holdHead, queuedCommands, terminate, waitForBlockedWriter } from './graceful-stop.fixtures.js';
import { logEntries, startApiWithOperationsPort } from './operations.fixtures.js';
import { OtlpTracer } from '../../src/platform/tracing/otlp-tracer.js';
import { attributesOf, Collector, traceIdOf, type ExportedSpan } from './traces.fixtures.js';
import {
  signIn,
  startApi,
  startApiProcess,
  startWorkerProcess,
  use,
  useDemoDatabase,
  useMailServer,
  useSession,
  useWorker,
  waitFor,
} from '../harness/index.js';
import { compiled, ROOT } from '../harness/paths.js';

const SERVER = 2;
const CLIENT = 3;
const CONSUMER = 5;
const FAILED = 2;
/** Time limit for closing a tracer. The tracer waits for at most two seconds; the rest allows for a busy machine. */
const EXPORT_TIMEOUT_MS = 5_000;

// Silences the logger of the tracer in this process.
Logger.overrideLogger(false);

const collector = use(
  () => Collector.start(),
  (started) => started.close(),
);
const database = useDemoDatabase();
const mail = useMailServer();
const env = () => ({ ...collector.env, SMTP_URL: mail.smtpUrl });

describe('traces', () => {
  const api = use(
    () => startApiWithOperationsPort({ database, env: env() }),
    (started) => started.stop(),
  );
  useWorker(() => ({ database, env: env() }));
  const alice = useSession(api, 'alice');
  const admin = useSession(api, 'admin');
  let releaseHead = (): Promise<void> => Promise.resolve();

  afterEach(() => releaseHead());

  const named = (spans: readonly ExportedSpan[], name: string): ExportedSpan => {
    const found = spans.filter((span) => span.name === name);
    const [only] = found;
    if (only === undefined || found.length > 1) throw new Error(`found ${found.length} spans named ${name}`);
    return only;
  };

  const transferTrace = async (headers = {}) => {
    const { status, ...answer } = await alice.post('/api/transfer/request', TRANSFER, {
      headers: { 'idempotency-key': randomUUID(), ...headers },
    });
    expect(status).toBe(201);
    const traceId = traceIdOf(answer.headers);
    return collector.traceWith(
      traceId,
      ...['POST /api/transfer/request', 'ledger.write', 'projection event-index', 'mail.send'],
    );
  };

  it('follow a request to the email that it causes, in one trace with the request’s id [OPS-66]', async () => {
    const spans = await transferTrace();
    const root = named(spans, 'POST /api/transfer/request');
    expect(root.parentSpanId).toBeUndefined();
    expect(attributesOf(root)).toEqual({
      'http.request.method': 'POST',
      'http.route': '/api/transfer/request',
      'http.response.status_code': 201,
    });
    const below = spans.filter(({ parentSpanId }) => parentSpanId === root.spanId);
    expect(below.length).toBe(spans.length - 1);
    expect(new Set(below.map(({ service, kind, name }) => `${service} ${kind} ${name}`))).toEqual(
      new Set([
        'moniker-api 1 ledger.queue',
        'moniker-api 1 ledger.write',
        'moniker-worker 1 projection mail-from-ledger',
        'moniker-worker 1 projection event-index',
        `moniker-worker ${CONSUMER} mail.job`,
        `moniker-worker ${CLIENT} mail.send`,
      ]),
    );
    expect([root.service, root.kind]).toEqual(['moniker-api', SERVER]);
    expect(attributesOf(named(spans, 'mail.job'))).toEqual({
      'mail.template': 'transfer-requested',
      'mail.tries': 1,
    });
    const inOrder = ['ledger.queue', 'ledger.write', 'projection mail-from-ledger', 'mail.job', 'mail.send'];
    const starts = inOrder.map((name) => BigInt(named(spans, name).startTimeUnixNano));
    expect(starts).toEqual([...starts].sort((one, other) => (one < other ? -1 : 1)));
  });

  it('ignore trace headers sent by callers [OPS-66]', async () => {
    const forged = '4bf92f3577b34da6a3ce929d0e0e4736';
    const spans = await transferTrace({ traceparent: `00-${forged}-00f067aa0ba902b7-01`, tracestate: 'a=b' });
    expect(named(spans, 'POST /api/transfer/request').parentSpanId).toBeUndefined();
    expect(collector.bodies.filter((body) => body.includes(forged))).toEqual([]);
  });

  it('link a batch and the requests in it to each other [OPS-67]', async () => {
    releaseHead = await holdHead(database);
    const first = requestTransfer(alice, {}, randomUUID());
    await waitForBlockedWriter(database);
    const sharing = [1, 2].map(() => requestTransfer(alice, {}, randomUUID()));
    await waitFor(async () => (await queuedCommands(api)) === 2, { what: 'both to wait in the queue' });
    await releaseHead();
    const answers = await Promise.all([first, ...sharing]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    const writes = await Promise.all(
      answers.map(async ({ headers }) =>
        named(await collector.traceWith(traceIdOf(headers), 'ledger.write'), 'ledger.write'),
      ),
    );
    const batchIds = writes.map(({ links }) => links.map(({ traceId }) => traceId));
    expect(batchIds.map((ids) => ids.length)).toEqual([1, 1, 1]);
    const [alone = '', shared = '', sharedToo] = batchIds.flat();
    expect(sharedToo).toBe(shared);
    expect(alone).not.toBe(shared);

    const trace = await collector.traceWith(shared, 'ledger.batch');
    const batch = named(trace, 'ledger.batch');
    expect(attributesOf(batch)).toEqual({ 'ledger.commands': 2 });
    expect(batch.parentSpanId).toBeUndefined();
    const toWrites = writes
      .slice(1)
      .map(({ traceId, spanId }) => expect.objectContaining({ traceId, spanId }));
    // The commands may reach the writer in either order.
    expect(batch.links).toHaveLength(toWrites.length);
    expect(batch.links).toEqual(expect.arrayContaining(toWrites));
    const steps = trace.filter(({ parentSpanId }) => parentSpanId === batch.spanId).map(({ name }) => name);
    expect(steps).toEqual(['ledger.decide', 'ledger.commit']);
    const [, one = 0, other = 0] = writes.map((write) => Number(attributesOf(write)['ledger.position']));
    expect(Math.abs(one - other)).toBe(1);
  });

  it('of scheduled transfers begin with the transfer, because no request caused it [OPS-66]', async () => {
    const firstDay = addDays(bankDayOf(new Date(), 'America/New_York'), 1);
    const plan = { ...TRANSFER, schedule: 'weekly', firstDay };
    const { status, body, headers } = await alice.post<{ id: string }>('/api/plans', plan);
    expect(status).toBe(201);
    await collector.traceWith(traceIdOf(headers), 'POST /api/plans', 'ledger.transaction');
    await makeDue(database, body.id);
    const root = await waitFor(() => collector.spans.find(({ name }) => name === 'scheduled transfer'), {
      what: 'the scheduled transfer',
    });
    expect(root.parentSpanId).toBeUndefined();
    const spans = await collector.traceWith(root.traceId, 'ledger.write', 'mail.send');
    const parents = new Set(spans.map(({ parentSpanId }) => parentSpanId));
    expect(parents).toEqual(new Set([undefined, root.spanId]));
  });

  it('record the reason for a refusal without marking the span as failed [OPS-66]', async () => {
    const { status, headers } = await requestTransfer(alice, { amount: 3000 });
    expect(status).toBe(422);
    const spans = await collector.traceWith(traceIdOf(headers), 'ledger.write', 'POST /api/transfer/request');
    for (const name of ['ledger.write', 'POST /api/transfer/request']) {
      expect(attributesOf(named(spans, name))).toMatchObject({ 'moniker.refusal': 'DAILY_LIMIT_EXCEEDED' });
    }
    expect(spans.filter((span) => span.status.code === FAILED)).toEqual([]);
  });

  it('contain no personal data, amounts or addresses [OPS-68]', async () => {
    await setAvailableBalance(admin, alice, 77_123_45);
    const texts = {
      recipientName: 'Quillfeather',
      recipientAccount: '998877665',
      recipientRouting: '021000021',
      purpose: 'Canary seed',
    };
    const canary = await requestTransfer(alice, { ...texts, amount: 123.45 }, randomUUID());
    expect(canary.status).toBe(201);
    await alice.get(`/api/transactions/Quillfeather?q=Canary`);
    await alice.post('/api/auth/forgot-password', { email: 'alice@moniker.example' });
    await collector.traceWith(traceIdOf(canary.headers), 'mail.send', 'POST /api/transfer/request');
    await waitFor(() => collector.spans.some(({ name }) => name === 'POST /api/auth/forgot-password'), {
      what: 'the span of the last request',
    });

    const published = collector.bodies.join('\n').replaceAll(/"\w*(Id|UnixNano)":"\w*"/g, '');
    expect(published).toContain('transfer-requested');
    const secrets = [
      'alice',
      'moniker.example',
      'canary',
      ...Object.values(texts),
      '123.45',
      '12345',
      '77123',
    ];
    const found = secrets.filter((secret) => published.toLowerCase().includes(secret.toLowerCase()));
    expect(found).toEqual([]);
    expect(published).not.toMatch(/127\.0\.0\.1|[0-9a-f]{8}-[0-9a-f]{4}|@/);
  });
});

describe('a sampling ratio of 0', () => {
  it('exports no traces [OPS-66]', async () => {
    const from = collector.bodies.length;
    const api = await startApi({ database, env: { ...env(), OTEL_TRACES_SAMPLER_ARG: '0' } });
    try {
      expect((await requestTransfer(await signIn(api.baseUrl, 'alice'), {})).status).toBe(201);
    } finally {
      // When the API stops, it sends the remaining spans.
      await api.stop();
    }
    expect(collector.bodies.slice(from)).toEqual([]);
  });
});

describe('a collector that never responds', () => {
  it('delays neither transfers nor mail, and processes still stop in time [OPS-69]', async () => {
    const hanging = await Collector.start();
    hanging.isHanging = true;
    const options = { database, env: { ...env(), ...hanging.env } };
    const [api, worker] = await Promise.all([startApiProcess(options), startWorkerProcess(options)]);
    try {
      const alice = await signIn(api.baseUrl, 'alice');
      expect((await requestTransfer(alice, { purpose: 'In time' })).status).toBe(201);
      await waitFor(() => hanging.spans.some(({ name }) => name === 'mail.send'), {
        what: 'the span of the email',
      });
      // A process that stops too slowly exits with 1.
      expect(await Promise.all([terminate(api), terminate(worker)])).toEqual([0, 0]);
    } finally {
      await Promise.all([api.stop(), worker.stop()]);
      hanging.close();
    }
  });

  it('delays a closing process by at most two seconds, and keeps no more than 2,048 spans waiting [OPS-69]', async () => {
    const hanging = await Collector.start();
    hanging.isHanging = true;
    try {
      const tracer = new OtlpTracer(
        { endpoint: hanging.env['OTEL_EXPORTER_OTLP_ENDPOINT'] ?? '', ratio: 1 },
        'test',
      );
      const work = { name: 'work', from: performance.now(), to: performance.now() };
      for (let count = 0; count < 5_000; count += 1) tracer.recordRequest(randomUUID(), work);
      const startedAt = performance.now();
      await tracer.close();
      expect(performance.now() - startedAt).toBeLessThan(EXPORT_TIMEOUT_MS);
      // The first 512 spans were sent immediately; the queue holds 2,048 more.
      expect(hanging.spans.length).toBeLessThanOrEqual(512 + 2_048);
    } finally {
      hanging.close();
    }
  });
});

describe('a collector that refuses traces', () => {
  it('is reported once [OPS-69]', async () => {
    const refusing = await Collector.start();
    refusing.status = 400;
    const api = await startApi({ database, env: { ...env(), ...refusing.env } });
    try {
      const alice = await signIn(api.baseUrl, 'alice');
      await waitFor(
        async () => (await alice.get('/api/auth/user')).status === 200 && refusing.bodies.length > 2,
        { what: 'three refused requests' },
      );
      const reports = logEntries(api).filter(({ problem }) => problem === 'traces are lost');
      expect(reports).toMatchObject([{ level: 'warn', context: 'Traces', reason: 'OTLPExporterError' }]);
    } finally {
      await api.stop();
      refusing.close();
    }
  });
});

describe('OpenTelemetry', () => {
  it('is loaded only if a collector is configured, except for the interface that the metrics use [OPS-76]', async () => {
    const module = (name: string) => JSON.stringify(compiled(name));
    const script = `
      import 'reflect-metadata';
      import { createRequire } from 'node:module';
      await import(${module('apps/start-api.js')});
      await import(${module('apps/start-worker.js')});
      const { startTracing } = await import(${module('platform/tracing/start-tracing.js')});
      const { cache } = createRequire(${JSON.stringify(`${ROOT}/`)});
      for (const traces of [null, { endpoint: 'http://127.0.0.1:9', ratio: 1 }]) {
        await startTracing({ traces }, 'api');
        // Prints only package names, because exiting cuts off long output.
        const packages = Object.keys(cache).map((file) => file.split('node_modules/').at(-1).split('/').slice(0, 2).join('/'));
        console.log('loaded: ' + [...new Set(packages)].join(' '));
      }
      process.exit(0);`;
    const flags = ['--input-type=module', '--eval', script];
    const { stdout } = await promisify(execFile)(process.execPath, flags, {
      cwd: ROOT,
      maxBuffer: 10_000_000,
    });
    const [, off = '', on = ''] = stdout.split('loaded: ');
    expect(new Set(off.match(/@opentelemetry\/[\w-]+/g))).toEqual(new Set(['@opentelemetry/api']));
    expect(on).toContain('@opentelemetry/sdk-trace');
  });
});
