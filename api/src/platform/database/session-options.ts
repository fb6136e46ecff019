/**
 * The server finds out within about ten seconds that a client is unreachable, and releases its locks. With the defaults
 * of Linux this takes two hours. Without effect on Unix sockets.
 */
const KEEPALIVES = {
  tcp_keepalives_idle: '5',
  tcp_keepalives_interval: '2',
  tcp_keepalives_count: '3',
  tcp_user_timeout: '10000',
};

/** Server settings of a session. Values contain no spaces. */
export type SessionSettings = Readonly<Record<string, string>>;

/** Returns the `options` of a connection to PostgreSQL: keepalives and the given settings. */
export function sessionOptions(settings: SessionSettings = {}): string {
  return Object.entries({ ...KEEPALIVES, ...settings })
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');
}
