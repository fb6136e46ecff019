// @ts-check
import net from 'node:net';

/**
 * Passes connections to `localhost` on to 127.0.0.1 where the name means the IPv6 address first. Answers how to stop.
 * A machine without IPv6 needs none of it.
 * @param {number} port
 */
export async function forwardIpv6Loopback(port) {
  /** @type {Set<net.Socket>} */
  const sockets = new Set();
  const server = net.createServer((incoming) => {
    const onward = net.connect(port, '127.0.0.1');
    for (const [from, to] of [
      [incoming, onward],
      [onward, incoming],
    ]) {
      if (!from || !to) continue;
      sockets.add(from);
      from.on('error', () => to.destroy());
      from.once('close', () => sockets.delete(from));
      from.pipe(to);
    }
  });
  await new Promise((resolve) => {
    server.on('error', resolve);
    server.listen({ port, host: '::1' }, () => resolve(undefined));
  });
  return () => {
    sockets.forEach((socket) => socket.destroy());
    server.close();
  };
}
