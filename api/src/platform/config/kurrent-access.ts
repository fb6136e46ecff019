import { isUnprotected, kurrentPassword } from './kurrent-settings.js';
import { ConfigError, readSettings, type Environment } from './read-settings.js';
import { InvalidSettingError } from './setting-kinds.js';
import { settingsOf } from './settings.js';

/** A user of KurrentDB with its password. */
export interface KurrentLogin {
  readonly name: string;
  readonly password: string;
}

/** The servers and the user in a `kurrentdb://` address. */
export interface KurrentAddress {
  readonly hosts: readonly { readonly host: string; readonly port: number }[];
  /** Null if the address has no user. */
  readonly login: KurrentLogin | null;
  /** The file of CA certificates for verifying servers; null to use Node's. */
  readonly caFile: string | null;
}

/** The users and the stream that `prepare-kurrentdb` sets up. */
export interface KurrentAccess {
  /** The servers, with the user `admin`. */
  readonly adminUrl: string;
  readonly admin: KurrentLogin;
  readonly ops: KurrentLogin;
  readonly applicationUrl: string;
  readonly application: KurrentLogin;
  readonly auditorUrl: string;
  readonly auditor: KurrentLogin;
  readonly stream: string;
}

const DEFAULT_PORT = 2113;
const BUILT_IN_USERS = ['admin', 'ops'];
const PARTS = /^(\w+(?:\+discover)?:\/\/)(?:([^:@/]+):([^@/]+)@)?([^/?]+)/;

/** Parses an address that `kurrentUrl` accepts. */
export function parseKurrentUrl(url: string): KurrentAddress {
  const [, , name, password, hosts = ''] = PARTS.exec(url) ?? [];
  const parameters = new URLSearchParams(url.split('?')[1]);
  const caFile = [...parameters].find(([key]) => key.toLowerCase() === 'tlscafile')?.[1];
  return {
    hosts: hosts.split(',').map(parseHost),
    login:
      name === undefined || password === undefined
        ? null
        : { name: decodeURIComponent(name), password: decodeURIComponent(password) },
    caFile: caFile ?? null,
  };
}

function parseHost(text: string): { host: string; port: number } {
  const [host = '', port] = text.split(':');
  return { host, port: port === undefined ? DEFAULT_PORT : Number(port) };
}

/** Returns the address of the same servers for another user. */
export function withLogin(url: string, { name, password }: KurrentLogin): string {
  const [, protocol = '', , , hosts = ''] = PARTS.exec(url) ?? [];
  const rest = url.slice((PARTS.exec(url)?.[0] ?? '').length);
  return `${protocol}${encodeURIComponent(name)}:${encodeURIComponent(password)}@${hosts}${rest}`;
}

/**
 * Reads what `prepare-kurrentdb` needs. The names and passwords of the application's and the auditors' users come from
 * `KURRENTDB_URL` and `KURRENTDB_AUDITOR_URL`.
 *
 * @throws ConfigError settings are missing or invalid; the message names each
 */
export function readKurrentAccess(env: Environment): KurrentAccess {
  const set = readSettings(env, settingsOf('prepare-kurrentdb'));
  const { KURRENTDB_URL: applicationUrl, KURRENTDB_AUDITOR_URL: auditorUrl, KURRENTDB_STREAM: stream } = set;
  if (applicationUrl === null) throw new ConfigError(["KURRENTDB_URL isn't set"]);
  const admin = { name: 'admin', password: set.KURRENTDB_ADMIN_PASSWORD };
  const ops = { name: 'ops', password: set.KURRENTDB_OPS_PASSWORD };
  const application = readLogin('KURRENTDB_URL', applicationUrl);
  const auditor = readLogin('KURRENTDB_AUDITOR_URL', auditorUrl);
  if (application.name === auditor.name) {
    throw new ConfigError([
      'KURRENTDB_AUDITOR_URL has the same user as KURRENTDB_URL, but auditors need their own',
    ]);
  }
  const adminUrl = withLogin(applicationUrl, admin);
  return { adminUrl, admin, ops, applicationUrl, application, auditorUrl, auditor, stream };
}

function readLogin(setting: string, url: string): KurrentLogin {
  if (isUnprotected(url))
    throw new ConfigError([`${setting} turns TLS off, but KurrentDB supports users only with TLS`]);
  const { login } = parseKurrentUrl(url);
  if (login === null) throw new ConfigError([`${setting} names no user`]);
  if (BUILT_IN_USERS.includes(login.name)) {
    throw new ConfigError([`${setting} names the built-in user ${login.name}: the bank needs its own`]);
  }
  try {
    kurrentPassword.parse(login.password);
  } catch (error) {
    if (!(error instanceof InvalidSettingError)) throw error;
    throw new ConfigError([`the password in ${setting} ${error.message}`]);
  }
  return login;
}
