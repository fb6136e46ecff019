import { setTimeout as pause } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import {
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Context,
  type Link,
  type Span,
  type SpanContext,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  RandomIdGenerator,
  SamplingDecision,
  TraceIdRatioBasedSampler,
  TracerProvider,
  type IdGenerator,
  type SpanExporter,
} from '@opentelemetry/sdk-trace';
import { errorCodeOf } from '../process/polling.js';
import type { Part, Tracer, Work } from './tracing.js';

/** Where traces go, and the share of requests that are traced. */
export interface TraceSettings {
  readonly endpoint: string;
  readonly ratio: number;
}

/** Maximum number of spans waiting for the collector. Further ones are dropped (OPS-69). */
const MAX_WAITING = 2_048;
const EXPORT_EVERY_MS = 1_000;
/** Maximum time for one export, including retries. */
const EXPORT_TIMEOUT_MS = 5_000;
const CLOSE_TIMEOUT_MS = 2_000;
/**
 * Maximum links of one span. The span of a ledger writer's batch links to each command in the batch, and a batch has at
 * most this many commands.
 */
const MAX_LINKS = 500;
/**
 * If `Date` has moved by more than this relative to `performance.now()`, the clock was set. Span times then follow the
 * new setting.
 */
const CLOCK_TOLERANCE_MS = 50;

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[89ab][\da-f]{3}-[\da-f]{12}$/;
const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER };

/**
 * Sends traces to a collector with OTLP. A request's trace id and root span id are derived from the request's id,
 * which emails and events already have. So each process can add to a trace without being told about it, and all
 * processes agree on whether to record it. Anything callers send, such as `traceparent`, is ignored (OPS-66).
 */
export class OtlpTracer implements Tracer {
  private readonly ids = new RequestIds();
  private readonly provider;
  private readonly spans;
  private readonly sampler;
  /**
   * The value of `Date.now()` when `performance.now()` was zero. Kept because `Date` is too coarse to order short
   * spans.
   */
  private clockOffset = clockOffset();

  constructor({ endpoint, ratio }: TraceSettings, service: string) {
    this.sampler = new TraceIdRatioBasedSampler(ratio);
    const url = `${endpoint.replace(/\/$/, '')}/v1/traces`;
    const processor = new BatchSpanProcessor({
      exporter: reporting(new OTLPTraceExporter({ url, timeoutMillis: EXPORT_TIMEOUT_MS })),
      maxQueueSize: MAX_WAITING,
      scheduledDelayMillis: EXPORT_EVERY_MS,
      exportTimeoutMillis: EXPORT_TIMEOUT_MS,
    });
    this.provider = new TracerProvider({
      resource: resourceFromAttributes({ 'service.name': service }),
      spanProcessors: [processor],
      spanLimits: { linkCountLimit: MAX_LINKS },
      idGenerator: this.ids,
    });
    this.spans = this.provider.getTracer('moniker');
  }

  recordRequest(requestId: string, work: Work): void {
    const root = this.rootOf(requestId);
    if (root === null) return;
    this.ids.next = root;
    const span = this.start(work, ROOT_CONTEXT);
    this.ids.next = null;
    this.end(span, work);
  }

  recordPart(requestId: string, work: Work): void {
    const root = this.rootOf(requestId);
    if (root !== null) this.end(this.start(work, below(root)), work);
  }

  recordShared(shared: Work, steps: readonly Work[], parts: readonly Part[]): void {
    const recorded = parts.flatMap(({ requestId, work }) => {
      const root = this.rootOf(requestId);
      return root === null ? [] : [{ root, work }];
    });
    if (recorded.length === 0) return;
    const whole = this.start(shared, ROOT_CONTEXT);
    const context = whole.spanContext();
    for (const { root, work } of recorded) {
      const part = this.start(work, below(root), [{ context }]);
      whole.addLink({ context: part.spanContext() });
      this.end(part, work);
    }
    for (const step of steps) this.end(this.start(step, below(context)), step);
    this.end(whole, shared);
  }

  /** Sends the remaining spans, unless the collector takes too long. */
  async close(): Promise<void> {
    const closed = this.provider.shutdown().catch(() => undefined);
    await Promise.race([closed, pause(CLOSE_TIMEOUT_MS, undefined, { ref: false })]);
  }

  /** Returns the root span of a request's trace, or null if the trace is not recorded. */
  private rootOf(requestId: string): SpanContext | null {
    if (!UUID.test(requestId)) return null;
    const traceId = requestId.replaceAll('-', '');
    const { decision } = this.sampler.shouldSample(ROOT_CONTEXT, traceId);
    if (decision !== SamplingDecision.RECORD_AND_SAMPLED) return null;
    return { traceId, spanId: traceId.slice(16), traceFlags: TraceFlags.SAMPLED };
  }

  private start({ name, kind, from, attributes = {} }: Work, parent: Context, links: Link[] = []): Span {
    const options = { attributes, links, startTime: this.timeOf(from) };
    return this.spans.startSpan(
      name,
      kind === undefined ? options : { ...options, kind: KINDS[kind] },
      parent,
    );
  }

  private end(span: Span, { to, error }: Work): void {
    if (error !== undefined) {
      span.setAttribute('error.type', error).setStatus({ code: SpanStatusCode.ERROR });
    }
    span.end(this.timeOf(to));
  }

  private timeOf(monotonic: number): number {
    const offset = clockOffset();
    if (Math.abs(offset - this.clockOffset) > CLOCK_TOLERANCE_MS) this.clockOffset = offset;
    return monotonic + this.clockOffset;
  }
}

/** Gives spans the ids in `next` while it is set, and random ids otherwise. `next` is the root span of a request. */
class RequestIds implements IdGenerator {
  next: SpanContext | null = null;
  private readonly random = new RandomIdGenerator();

  generateTraceId(): string {
    return this.next?.traceId ?? this.random.generateTraceId();
  }

  generateSpanId(): string {
    return this.next?.spanId ?? this.random.generateSpanId();
  }
}

/** Returns an exporter that also logs the first of consecutive failures. */
function reporting(exporter: SpanExporter): SpanExporter {
  const logger = new Logger('Traces');
  let isFailing = false;
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        const hasFailed = result.error !== undefined;
        if (hasFailed && !isFailing) {
          logger.warn({ problem: 'traces are lost', reason: errorCodeOf(result.error) });
        }
        isFailing = hasFailed;
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
  };
}

function below(parent: SpanContext): Context {
  return trace.setSpanContext(ROOT_CONTEXT, parent);
}

function clockOffset(): number {
  return Date.now() - performance.now();
}
