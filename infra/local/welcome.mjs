// @ts-check

/** Prints URLs and demo logins. */
export function welcome(
  /** @type {{ port: number, inboxPort: number, hasInbox: boolean }} */ { port, inboxPort, hasInbox },
) {
  const rows = [
    ['Moniker', process.env.PUBLIC_URL || `http://localhost:${port}`],
    ...(hasInbox ? [['Mail inbox', `http://localhost:${inboxPort}`]] : []),
    ['Sign in as', 'admin@moniker.example, alice@moniker.example or bob@moniker.example'],
    ['Password', 'moniker-demo'],
    ['Stop', 'Ctrl-C'],
  ];
  console.log(`\n${rows.map(([name = '', value]) => `   ${name.padEnd(12)}${value}`).join('\n')}\n`);
}
