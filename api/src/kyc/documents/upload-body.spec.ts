import { createServer, type IncomingMessage } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from '@jest/globals';
import { PacedBody } from './upload-body.js';

const GRACE_MS = 100;
const SIZE = 500_000;

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** Starts a server that reads one body, and a client that has sent the headers of a request. */
async function startUpload(): Promise<{ socket: Socket; received: Promise<unknown> }> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const received = new Promise<unknown>((resolve) => {
    server.on('request', (request: IncomingMessage, response) => {
      buffer(new PacedBody(request, GRACE_MS)).then(
        (bytes) => {
          response.end('received');
          resolve(bytes.length);
        },
        (error: unknown) => {
          response.end('refused');
          resolve(error);
        },
      );
    });
  });
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  closers.push(() => {
    socket.destroy();
    server.close();
    server.closeAllConnections();
  });
  socket.on('error', () => undefined);
  socket.write(`PUT / HTTP/1.1\r\nHost: bank\r\nContent-Length: ${SIZE}\r\n\r\n`);
  return { socket, received };
}

describe('the body of an upload', () => {
  it('is read to its end', async () => {
    const { socket, received } = await startUpload();
    socket.write(Buffer.alloc(SIZE));
    expect(await received).toBe(SIZE);
  });

  it('fails if it arrives slower than 32 kB a second, but the sender still gets a response [FILE-22]', async () => {
    const { socket, received } = await startUpload();
    const answer = new Promise<string>((resolve) => socket.once('data', (data) => resolve(data.toString())));
    socket.write('a few bytes');
    expect(await received).toMatchObject({
      code: 'FILE_REFUSED',
      message: 'The upload was too slow. Please check your connection and try again',
    });
    expect(await answer).toContain('refused');
  });

  it('fails if it is cut off', async () => {
    const { socket, received } = await startUpload();
    socket.write(Buffer.alloc(100_000), () => socket.destroy());
    expect(await received).toMatchObject({ code: 'MALFORMED_REQUEST' });
  });
});
