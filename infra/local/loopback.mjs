// @ts-check
import net from 'node:net';

/**
 * Forwards connections from ::1 to 127.0.0.1, because `localhost` resolves to the IPv6 address first on some machines.
 * Does nothing on a machine without IPv6. Returns a function that stops forwarding.
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
