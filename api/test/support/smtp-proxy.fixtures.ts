import net from 'node:net';

/** A TCP proxy in front of a mail server. While closed, it accepts no new connections; open ones stay until `end`. */
export interface SmtpProxy {
  readonly smtpUrl: string;
  close(): void;
  open(): Promise<void>;
  end(): Promise<void>;
}

/** Starts a proxy on the given port, or on a free one. */
export async function startSmtpProxy(smtpUrl: string, fixedPort = 0): Promise<SmtpProxy> {
  const target = Number(new URL(smtpUrl).port);
  const clients = new Set<net.Socket>();
  const server = net.createServer((client) => {
    clients.add(client);
    client.once('close', () => clients.delete(client));
    const mail = net.connect(target, '127.0.0.1');
    client.on('error', () => mail.destroy());
    mail.on('error', () => client.destroy());
    client.pipe(mail).pipe(client);
  });
  let port = fixedPort;
  const open = (): Promise<void> =>
    new Promise((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, '127.0.0.1', () => {
        const address = server.address();
        if (typeof address === 'object' && address !== null) port = address.port;
        resolve();
      });
    });
  await open();
  return {
    smtpUrl: `smtp://127.0.0.1:${port}`,
    close: () => void server.close(),
    open,
    end: () =>
      new Promise((resolve) => {
        if (server.listening) server.close(() => resolve());
        else resolve();
        for (const client of clients) client.destroy();
      }),
  };
}
