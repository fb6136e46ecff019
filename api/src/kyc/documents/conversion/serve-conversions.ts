import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { type ConversionLimits, CONVERSIONS_AT_ONCE } from './conversion-limits.js';
import { convertLocally } from './convert-locally.js';
import { encodeFrame } from './frames.js';
import { Places } from './places.js';
import { recognizeUpload } from './recognize-upload.js';

/**
 * Creates the document worker's server, which `convertRemotely` calls: each connection carries one upload and returns
 * the messages of its conversion. A conversion's last message reports its end or a refusal. If a connection ends
 * before that message, the conversion failed through no fault of the document.
 */
export function createConversionServer(limits: ConversionLimits): Server {
  const places = new Places(CONVERSIONS_AT_ONCE);
  // The client ends its side once the upload is complete.
  return createServer({ allowHalfOpen: true }, (socket) => {
    socket.on('error', () => socket.destroy());
    serve(socket, places, limits).then(
      () => socket.end(),
      () => socket.destroy(),
    );
  });
}

async function serve(socket: Socket, places: Places, limits: ConversionLimits): Promise<void> {
  const gone = new AbortController();
  socket.once('close', () => gone.abort());
  const upload = await recognizeUpload(
    socket.iterator({ destroyOnReturn: false }) as AsyncIterableIterator<Buffer>,
  );
  // An empty upload or one of the wrong type is refused without starting a process, so it does not wait for a place.
  // Health checks rely on this, because they send nothing.
  const leave = upload.type === null ? () => undefined : await places.enter();
  try {
    gone.signal.throwIfAborted();
    for await (const frame of convertLocally(upload, limits, gone.signal)) {
      if (!socket.write(encodeFrame(frame))) await once(socket, 'drain', { signal: gone.signal });
    }
  } finally {
    leave();
  }
}
