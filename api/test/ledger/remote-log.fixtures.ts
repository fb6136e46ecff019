import net from 'node:net';
import { once } from 'node:events';
import type { Head } from '../../src/ledger/log/event-log.port.js';
import { eventHash } from '../../src/ledger/log/hash-chain.js';
import type { RemoteEvent } from '../../src/ledger/log/remote-log.port.js';
import { STORED_PAYLOADS } from '../../src/ledger/log/stored-payloads.fixtures.js';

const PAYLOADS = Object.entries(STORED_PAYLOADS).map(([type, versions]) => ({
  type,
  payloadVersion: versions.length,
  payload: versions.at(-1) ?? '{}',
}));

/** Returns chained events that follow `head`. A different `actor` makes different events. */
export function eventsAfter(head: Head, count: number, actor = 'user:1'): RemoteEvent[] {
  const events: RemoteEvent[] = [];
  let { position, hash } = head;
  while (events.length < count) {
    position += 1;
    const kind = PAYLOADS[position % PAYLOADS.length] ?? {
      type: 'UserDeleted',
      payloadVersion: 1,
      payload: '{}',
    };
    const fields = {
      ...{ position, stream: `account:${position % 3}`, version: Math.ceil(position / 3), ...kind },
      ...{ recordedAt: new Date(1_772_470_800_000 + position), actor },
      ...{ correlationId: `request-${position}`, causationId: '' },
    };
    hash = eventHash(hash, fields);
    events.push({ ...fields, hash, idempotency: null, signature: null });
  }
  return events;
}

/** Returns the event with a different payload and the matching hash. */
export function withPayload(previous: Head, event: RemoteEvent, payload: string): RemoteEvent {
  const changed = { ...event, payload };
  return { ...changed, hash: eventHash(previous.hash, changed) };
}

/** Faults to inject into a request. Each ends the connection. */
export const REQUEST_FAULTS = ['request lost', 'reply lost'] as const;
export type RequestFault = (typeof REQUEST_FAULTS)[number];

/**
 * The client hangs: neither the request nor anything after it on this connection reaches the server. The connection
 * stays open.
 */
type Standstill = 'standstill';

/** A proxy in front of a server. It injects a fault into requests that contain a given text. */
export class CuttingProxy {
  private readonly sockets = new Set<net.Socket>();
  private armed: { readonly fault: RequestFault | Standstill; readonly text: string; times: number } | null =
    null;
  /** Faults injected so far. */
  injected = 0;

  private constructor(
    private readonly server: net.Server,
    readonly port: number,
  ) {}

  static async start(targetPort: number): Promise<CuttingProxy> {
    const server = net.createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const proxy = new CuttingProxy(server, port);
    server.on('connection', (client) => proxy.connect(client, net.connect(targetPort, '127.0.0.1')));
    return proxy;
  }

  /** Injects the fault into the next `times` requests that contain the text. */
  arm(fault: RequestFault | Standstill, text: string, times = 1): void {
    this.armed = { fault, text, times };
  }

  disarm(): void {
    this.armed = null;
  }

  async close(): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }

  private connect(client: net.Socket, server: net.Socket): void {
    let isReplyLost = false;
    let standsStill = false;
    const endBoth = (): void => [client, server].forEach((socket) => socket.destroy());
    for (const socket of [client, server]) {
      this.sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        this.sockets.delete(socket);
        endBoth();
      });
    }
    client.on('data', (data) => {
      const fault = this.faultAt(data);
      isReplyLost ||= fault === 'reply lost';
      standsStill ||= fault === 'standstill';
      if (fault === 'request lost') endBoth();
      else if (!standsStill) server.write(data);
    });
    server.on('data', (data) => {
      // Before the reply, the server can send data that only acknowledges the request's frames. That data is dropped,
      // but does not end the connection.
      if (!isReplyLost) client.write(data);
      else if (data.length >= MIN_REPLY_BYTES) endBoth();
    });
  }

  private faultAt(data: Buffer): RequestFault | Standstill | null {
    const { armed } = this;
    if (armed === null || !data.includes(armed.text)) return null;
    this.injected += 1;
    armed.times -= 1;
    if (armed.times === 0) this.armed = null;
    return armed.fault;
  }
}

/** Minimum length of a reply. Frames that only acknowledge, such as window updates and pings, are shorter. */
const MIN_REPLY_BYTES = 60;
