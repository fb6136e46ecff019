import net from 'node:net';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createDemoDatabase, freePort, signIn, startApi, type TestDatabase } from '../harness/index.js';

/** An SMTP server without TLS. A server also looks like this if an attacker strips its STARTTLS offer. */
class PlainSmtpServer {
  readonly commands: string[] = [];
  private readonly server = net.createServer((socket) => {
    let isData = false;
    const reply = (text: string): unknown => socket.write(`${text}\r\n`);
    reply('220 mail.example');
    socket.on('error', () => undefined);
    createInterface(socket).on('line', (line) => {
      if (isData) {
        if (line === '.') reply('250 accepted');
        isData &&= line !== '.';
        return;
      }
      const [command = ''] = line.toUpperCase().split(' ');
      this.commands.push(command);
      isData = command === 'DATA';
      reply({ DATA: '354 go on', STARTTLS: '502 unknown', QUIT: '221 bye' }[command] ?? '250 mail.example');
    });
  });

  constructor(private readonly port: number) {}

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.server.listen(this.port, '127.0.0.1', resolve));
  }

  close(): void {
    this.server.close();
  }

  get url(): string {
    return `smtp://127.0.0.1:${this.port}`;
  }
}

let database: TestDatabase;
let mail: PlainSmtpServer;

beforeAll(async () => {
  mail = new PlainSmtpServer(await freePort());
  [database] = await Promise.all([createDemoDatabase(), mail.start()]);
});

afterAll(async () => {
  mail.close();
  await database.drop();
});

it.each([
  ['off', 200, ['EHLO', 'MAIL', 'RCPT', 'DATA']],
  ['starttls', 503, ['EHLO', 'STARTTLS']],
])(
  'with SMTP_TLS=%s, a server without TLS gets only the permitted commands [MAIL-25]',
  async (tls, status, commands) => {
    const api = await startApi({ database, env: { SMTP_URL: mail.url, SMTP_TLS: tls } });
    mail.commands.length = 0;
    try {
      const admin = await signIn(api.baseUrl, 'admin');
      const body = { email: 'probe@mail.example', firstName: 'Robin' };
      expect((await admin.post('/api/admin/test-email', body)).status).toBe(status);
    } finally {
      await api.stop();
    }
    expect(mail.commands.filter((command) => command !== 'QUIT')).toEqual(commands);
  },
);
