import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { waitFor } from '../harness/index.js';

/** A span as OTLP's JSON encodes it, with the service that sent it. */
export interface ExportedSpan {
  readonly service: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly Attribute[];
  readonly links: readonly { readonly traceId: string; readonly spanId: string }[];
  readonly status: { readonly code?: number };
}

interface Attribute {
  readonly key: string;
  readonly value: { readonly stringValue?: string; readonly intValue?: number };
}

interface TraceRequest {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: readonly { readonly spans: readonly ExportedSpan[] }[];
  }[];
}

/** An OpenTelemetry collector that receives traces by OTLP over HTTP. */
export class Collector {
  /** The bodies of all requests. */
  readonly bodies: string[] = [];
  /** The status of the collector's responses. */
  status = 200;
  /** Makes requests wait for a response that never arrives. */
  isHanging = false;
  private readonly server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.once('end', () => {
      this.bodies.push(Buffer.concat(chunks).toString());
      if (this.isHanging) return;
      response.statusCode = this.status;
      response.setHeader('content-type', 'application/json').end('{}');
    });
  });

  static async start(): Promise<Collector> {
    const collector = new Collector();
    collector.server.listen(0, '127.0.0.1');
    await once(collector.server, 'listening');
    return collector;
  }

  /** Settings for programs that send their traces here. */
  get env(): NodeJS.ProcessEnv {
    const { port } = this.server.address() as AddressInfo;
    return { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` };
  }

  get spans(): ExportedSpan[] {
    return this.bodies.flatMap(spansOf);
  }

  /** Waits until a trace has a span with each of the names. Returns all of the trace's spans. */
  traceWith(traceId: string, ...names: readonly string[]): Promise<ExportedSpan[]> {
    return waitFor(
      () => {
        const spans = this.spans.filter((span) => span.traceId === traceId);
        return names.every((name) => spans.some((span) => span.name === name)) && spans;
      },
      { what: `${names.join(', ')} in the trace` },
    );
  }

  close(): void {
    this.server.close();
    this.server.closeAllConnections();
  }
}

export const attributesOf = ({ attributes }: Pick<ExportedSpan, 'attributes'>): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

export const traceIdOf = (headers: Headers): string =>
  (headers.get('x-request-id') ?? 'none').replaceAll('-', '');

function spansOf(body: string): ExportedSpan[] {
  const { resourceSpans } = JSON.parse(body) as TraceRequest;
  return resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = String(attributesOf(resource)['service.name']);
    return scopeSpans.flatMap(({ spans }) => spans.map((span) => ({ ...span, service })));
  });
}
