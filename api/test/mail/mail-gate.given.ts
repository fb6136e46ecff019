import net from 'node:net';

/** Stands before a mail server. Closed, it takes no new connections; those that are open are never cut. */
export interface MailGate {
  readonly smtpUrl: string;
  close(): void;
  open(): Promise<void>;
  end(): Promise<void>;
}

export async function startMailGate(smtpUrl: string): Promise<MailGate> {
  const target = Number(new URL(smtpUrl).port);
  const server = net.createServer((client) => {
    const mail = net.connect(target, '127.0.0.1');
    client.on('error', () => mail.destroy());
    mail.on('error', () => client.destroy());
    client.pipe(mail).pipe(client);
  });
  let port = 0;
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
    end: () => new Promise((resolve) => (server.listening ? server.close(() => resolve()) : resolve())),
  };
}
