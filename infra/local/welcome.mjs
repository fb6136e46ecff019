// @ts-check
import path from 'node:path';

/** Prints URLs and demo logins. */
export function welcome(
  /** @type {{ port: number, apiPort?: number, inboxPort: number, hasInbox: boolean, dataFolder: string }} */
  { port, apiPort, inboxPort, hasInbox, dataFolder },
) {
  const rows = [
    ['Moniker', process.env.PUBLIC_URL || `http://localhost:${port}`],
    ...(apiPort ? [['API', `http://localhost:${apiPort}`]] : []),
    ...(hasInbox ? [['Mail inbox', `http://localhost:${inboxPort}`]] : []),
    ['Sign in as', 'admin@moniker.example, alice@moniker.example or bob@moniker.example'],
    ['Password', 'moniker-demo'],
    ...(apiPort ? [['Logs', path.join(dataFolder, 'logs')]] : []),
    ['Stop', 'Ctrl-C'],
  ];
  console.log(`\n${rows.map(([name = '', value]) => `   ${name.padEnd(12)}${value}`).join('\n')}\n`);
}
