/**
 * Lets the server notice within about ten seconds that a client is unreachable, and release its locks. With Linux's
 * defaults this takes two hours. Has no effect on Unix sockets.
 */
const KEEPALIVES = {
  tcp_keepalives_idle: '5',
  tcp_keepalives_interval: '2',
  tcp_keepalives_count: '3',
  tcp_user_timeout: '10000',
};

/** A session's server settings. Values contain no spaces. */
export type SessionSettings = Readonly<Record<string, string>>;

/** Returns a PostgreSQL connection's `options`: keepalives and the given settings. */
export function sessionOptions(settings: SessionSettings = {}): string {
  return Object.entries({ ...KEEPALIVES, ...settings })
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');
}
