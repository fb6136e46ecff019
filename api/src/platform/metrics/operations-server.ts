import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { Logger } from '@nestjs/common';
import type { Readiness } from '../process/readiness.js';
import { describeError } from '../logs/describe-error.js';
import type { Metrics } from './metrics.js';

const REQUEST_TIMEOUT_MS = 5_000;

/**
 * HTTP server for operators: `/metrics`, `/healthz`, and `/readyz`, which says why the process is not ready (OPS-2,
 * OPS-4). It has its own port, which is never published, so nginx does not have to keep others out.
 */
export class OperationsServer {
  private readonly logger = new Logger('Operations');
  private readonly server: Server;

  constructor(
    private readonly metrics: Metrics,
    private readonly readiness: Readiness,
  ) {
    this.server = createServer({ requestTimeout: REQUEST_TIMEOUT_MS }, (request, response) => {
      const isRead = request.method === 'GET' || request.method === 'HEAD';
      this.respondTo(isRead ? (request.url ?? '') : '').then(
        (content) => send(response, content),
        (error: unknown) => {
          this.logger.error({ problem: 'request failed', error: describeError(error) });
          send(response, plainText(500, 'failed'));
        },
      );
    });
  }

  /** @throws Error the port is taken */
  async listen(port: number, host: string): Promise<void> {
    this.server.listen(port, host);
    await once(this.server, 'listening');
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async respondTo(url: string): Promise<ResponseContent> {
    switch (url.split('?')[0] ?? '') {
      case '/healthz':
        return plainText(200, 'ok');
      case '/readyz': {
        const problem = await this.readiness.problem();
        return problem === null ? plainText(200, 'ok') : plainText(503, problem);
      }
      case '/metrics': {
        const { registry } = this.metrics;
        return { status: 200, type: registry.contentType, body: await registry.metrics() };
      }
      default:
        return plainText(404, 'not found');
    }
  }
}

interface ResponseContent {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

function plainText(status: number, text: string): ResponseContent {
  return { status, type: 'text/plain', body: `${text}\n` };
}

function send(response: ServerResponse, { status, type, body }: ResponseContent): void {
  response.writeHead(status, { 'Content-Type': type, 'Cache-Control': 'no-store' }).end(body);
}
