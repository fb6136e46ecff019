import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ConfigError, readConfig } from './config.js';
import { SETTINGS, type Setting } from './settings.js';

/** A random-looking key that is always the same for the same seed. */
const keyFrom = (seed: number): string => createHash('sha256').update(String(seed)).digest('base64url');
const CONSECUTIVE_BYTES = Buffer.from(Array.from({ length: 32 }, (_, index) => index)).toString('base64url');

const NOT_RANDOM = "isn't random: it repeats or follows a pattern. Create one with `openssl rand -base64 32`";

const NOT_KURRENTDB = "isn't an address such as kurrentdb://user:password@host:2113";
const NOT_A_STREAM = 'may contain only letters, digits and . : _ -, and must begin with a letter or digit';

const COMPLETE = {
  DATABASE_URL: 'postgres://app@localhost/moniker',
  SMTP_URL: 'smtps://localhost',
  DATA_DIR: '/data',
  SECRET_KEY: keyFrom(1),
};

const without = (...names: string[]) =>
  Object.fromEntries(Object.entries(COMPLETE).filter(([name]) => !names.includes(name)));

describe('readConfig', () => {
  it('defaults to the production profile', () => {
    expect(readConfig(COMPLETE).profile).toBe('production');
  });

  it('derives a distinct, reproducible key for each purpose', () => {
    const { secrets } = readConfig(COMPLETE);
    const keys = Object.values(secrets).map((key: Buffer) => key.toString('hex'));
    expect(new Set(keys).size).toBe(keys.length);
    expect(readConfig(COMPLETE).secrets).toEqual(secrets);
  });

  it.each(['DATABASE_URL', 'SMTP_URL', 'DATA_DIR', 'SECRET_KEY'])(
    'names %s if it is missing [SEC-12]',
    (name) => {
      const missing = new ConfigError([`${name} isn't set`]);
      expect(() => readConfig(without(name))).toThrow(missing);
      // Compose files pass unset variables as empty.
      expect(() => readConfig({ ...COMPLETE, [name]: '' })).toThrow(missing);
    },
  );

  it('reports all invalid settings at once', () => {
    expect(() => readConfig({ ...without('SMTP_URL', 'SECRET_KEY'), PORT: 'http' })).toThrow(
      new ConfigError(["PORT isn't a whole number", "SMTP_URL isn't set", "SECRET_KEY isn't set"]),
    );
  });

  it('uses the default for an empty setting', () => {
    const empty = { PORT: '', HOST: '', REDIS_URL: '', WEB_DIR: '', OLD_SECRET_KEYS: '', CHECKPOINT_KEY: '' };
    expect(readConfig({ ...COMPLETE, ...empty })).toEqual(readConfig(COMPLETE));
  });

  it('refuses a mail server without TLS in production, unless a setting permits it [MAIL-25]', () => {
    const plain = { ...COMPLETE, SMTP_URL: 'smtp://mail.example:587' };
    const problem =
      'SMTP_URL may send mail unencrypted: use smtps://, or set SMTP_TLS=starttls. For a server that you trust without TLS, set SMTP_TLS=off';
    expect(() => readConfig(plain)).toThrow(new ConfigError([problem]));
    expect(() => readConfig({ ...plain, SMTP_TLS: 'required' })).toThrow(new ConfigError([problem]));
    expect(readConfig({ ...plain, SMTP_TLS: 'starttls' }).requiresMailTls).toBe(true);
    expect(readConfig({ ...plain, SMTP_TLS: 'off' }).requiresMailTls).toBe(false);
    expect(readConfig({ ...plain, MONIKER_PROFILE: 'local' }).requiresMailTls).toBe(false);
    expect(readConfig(COMPLETE).requiresMailTls).toBe(true);
  });

  it.each([
    'ignoreTLS=true',
    'requireTLS=false',
    'tls.rejectUnauthorized=false',
    'service=Maildev',
    'secure=0',
  ])('refuses a mail server with %s, which could turn TLS off [MAIL-25]', (parameter) => {
    const SMTP_URL = `smtps://user:secret@mail.example?pool=true&${parameter}`;
    const [name] = parameter.split('=');
    expect(() => readConfig({ ...COMPLETE, SMTP_URL })).toThrow(
      new ConfigError([`SMTP_URL must not have the parameter ${name} while TLS is required`]),
    );
    expect(readConfig({ ...COMPLETE, SMTP_URL, SMTP_TLS: 'off' }).smtpUrl).toBe(SMTP_URL);
  });

  it('trusts no proxy unless it is listed by its address or network [SEC-60]', () => {
    expect(readConfig(COMPLETE).trustedProxies).toEqual([]);
    const TRUSTED_PROXIES = '172.30.80.10, fd00::/64,,10.0.0.0/8';
    expect(readConfig({ ...COMPLETE, TRUSTED_PROXIES }).trustedProxies).toEqual([
      ...['172.30.80.10', 'fd00::/64', '10.0.0.0/8'],
    ]);
  });

  it.each([
    'nginx',
    '10.0.0.0/33',
    '0.0.0.0/0',
    '::/0',
    '10.0.0.0/',
    '10.0.0.0/8/8',
    'uniquelocal',
    '10.0.0',
  ])('rejects the proxy %s [SEC-60]', (proxy) => {
    expect(() => readConfig({ ...COMPLETE, TRUSTED_PROXIES: `127.0.0.1,${proxy}` })).toThrow(
      new ConfigError([
        'TRUSTED_PROXIES must be comma-separated addresses or networks, such as 172.30.80.10,10.0.0.0/8',
      ]),
    );
  });

  it('requires the identity check for an account by default in production but not locally', () => {
    const isRequired = (env: Record<string, string>): boolean =>
      readConfig({ ...COMPLETE, ...env }).isKycRequiredBeforeAccount;
    expect(isRequired({})).toBe(true);
    expect(isRequired({ MONIKER_PROFILE: 'local' })).toBe(false);
    expect(isRequired({ KYC_BEFORE_ACCOUNT: 'warn' })).toBe(false);
    expect(isRequired({ MONIKER_PROFILE: 'local', KYC_BEFORE_ACCOUNT: 'required' })).toBe(true);
  });

  it('starts with the strict approval policy by default in production but not locally [APR-7]', () => {
    expect(readConfig(COMPLETE).isFirstPolicyStrict).toBe(true);
    expect(readConfig({ ...COMPLETE, MONIKER_PROFILE: 'local' }).isFirstPolicyStrict).toBe(false);
    expect(readConfig({ ...COMPLETE, APPROVAL_POLICY: 'none' }).isFirstPolicyStrict).toBe(false);
  });

  it('requires revisions from admins by default in production but not locally', () => {
    expect(readConfig(COMPLETE).areRevisionsRequired).toBe(true);
    expect(readConfig({ ...COMPLETE, MONIKER_PROFILE: 'local' }).areRevisionsRequired).toBe(false);
    expect(readConfig({ ...COMPLETE, ADMIN_REVISIONS: 'optional' }).areRevisionsRequired).toBe(false);
  });

  it('requires a second factor from admins by default in production but not locally [AUTH-55]', () => {
    const isRequired = (env: Record<string, string>): boolean =>
      readConfig({ ...COMPLETE, ...env }).isAdminFactorRequired;
    expect(isRequired({})).toBe(true);
    expect(isRequired({ MONIKER_PROFILE: 'local' })).toBe(false);
    expect(isRequired({ ADMIN_MFA: 'off' })).toBe(false);
    expect(isRequired({ MONIKER_PROFILE: 'local', ADMIN_MFA: 'required' })).toBe(true);
  });

  it('schedules checkpoints hourly by default, and refuses an interval below ten seconds [AUD-21]', () => {
    const everyMs = (env: Record<string, string>): number =>
      readConfig({ ...COMPLETE, ...env }).checkpointEveryMs;
    expect(everyMs({})).toBe(3_600_000);
    expect(everyMs({ CHECKPOINT_EVERY_MINUTES: '5' })).toBe(300_000);
    expect(everyMs({ CHECKPOINT_EVERY_MINUTES: '5', CHECKPOINT_EVERY_SECONDS: '10' })).toBe(10_000);
    expect(() => everyMs({ CHECKPOINT_EVERY_SECONDS: '9' })).toThrow(
      'CHECKPOINT_EVERY_SECONDS is less than 10',
    );
  });

  it('configures the bucket only if one is named', () => {
    expect(readConfig({ ...COMPLETE, S3_BUCKET: '' }).s3).toBeNull();
    const keys = { S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' };
    expect(readConfig({ ...COMPLETE, ...keys, S3_BUCKET: 'bank' }).s3).toEqual({
      ...{ bucket: 'bank', region: 'us-east-1', endpoint: null, publicEndpoint: null },
      ...{ accessKeyId: 'id', secretAccessKey: 'secret' },
    });
  });

  it('keeps the log in the database unless LEDGER_LOG says otherwise', () => {
    const url = 'kurrentdb://app:secret@one:2113,two:2113,three:2113?tlsCAFile=/ca.pem';
    expect(readConfig({ ...COMPLETE, KURRENTDB_URL: url }).kurrent).toBeNull();
    expect(readConfig({ ...COMPLETE, KURRENTDB_URL: url, LEDGER_LOG: 'kurrentdb' }).kurrent).toEqual({
      ...{ url, stream: 'moniker-ledger', mayAdopt: false },
    });
  });

  it('refuses a log in KurrentDB without an address', () => {
    expect(() => readConfig({ ...COMPLETE, LEDGER_LOG: 'kurrentdb' })).toThrow(
      new ConfigError(["KURRENTDB_URL isn't set. Set it to the address of KurrentDB"]),
    );
  });

  it.each(['tls=false', 'keepAliveInterval=10000&tlsVerifyCert=false'])(
    'refuses an unprotected connection to KurrentDB, but only in production: %s',
    (parameters) => {
      const KURRENTDB_URL = `kurrentdb://127.0.0.1:2113?${parameters}`;
      const env = { ...COMPLETE, LEDGER_LOG: 'kurrentdb', KURRENTDB_URL };
      expect(() => readConfig(env)).toThrow(
        new ConfigError(["KURRENTDB_URL turns TLS or its checks off, which isn't allowed in production"]),
      );
      expect(readConfig({ ...env, MONIKER_PROFILE: 'local' }).kurrent?.url).toBe(KURRENTDB_URL);
    },
  );

  it.each([
    'kurrentdb://localhost',
    'kurrentdb://localhost:2113/?tls=false',
    'kurrentdb+discover://app:p%40ss@cluster.example:2113?nodePreference=leader',
    'kdb://10.0.0.1:2113,10.0.0.2:2113',
  ])('accepts the KurrentDB address %s', (KURRENTDB_URL) => {
    expect(() => readConfig({ ...COMPLETE, KURRENTDB_URL })).not.toThrow();
  });

  it.each([
    ['SECRET_KEY', 'too-short', 'SECRET_KEY must be at least 32 random bytes in base64url'],
    ['SECRET_KEY', 'a b'.repeat(30), 'SECRET_KEY must be at least 32 random bytes in base64url'],
    ['SECRET_KEY', 'A'.repeat(43), `SECRET_KEY ${NOT_RANDOM}`],
    ['SECRET_KEY', 'qwertyuiop'.repeat(5), `SECRET_KEY ${NOT_RANDOM}`],
    ['SECRET_KEY', 'qwertyuiopasdfghjklzxcvbnm'.repeat(2), `SECRET_KEY ${NOT_RANDOM}`],
    ['SECRET_KEY', '0123456789abcdef'.repeat(4), `SECRET_KEY ${NOT_RANDOM}`],
    ['SECRET_KEY', 'Change-me-Change-me-Change-me-Change-me-Change-me', `SECRET_KEY ${NOT_RANDOM}`],
    ['SECRET_KEY', keyFrom(1).slice(0, 21).repeat(3), `SECRET_KEY ${NOT_RANDOM}`],
    ['SECRET_KEY', 'my-secret-passphrase-for-the-bank-nobody-can-guess', `SECRET_KEY ${NOT_RANDOM}`],
    ['SECRET_KEY', CONSECUTIVE_BYTES, `SECRET_KEY ${NOT_RANDOM}`],
    ['CHECKPOINT_KEY', keyFrom(1).slice(4), 'CHECKPOINT_KEY must be 32 random bytes in base64url'],
    ['CHECKPOINT_KEY', 'A'.repeat(43), `CHECKPOINT_KEY ${NOT_RANDOM}`],
    ['WRITER_KEY', keyFrom(1).slice(4), 'WRITER_KEY must be 32 random bytes in base64url'],
    ['WRITER_KEY', 'A'.repeat(43), `WRITER_KEY ${NOT_RANDOM}`],
    [
      'OLD_SECRET_KEYS',
      `${keyFrom(9)},too-short`,
      'OLD_SECRET_KEYS must each be at least 32 random bytes in base64url',
    ],
    ['PORT', '-1', "PORT isn't a whole number"],
    ['PORT', 'http', "PORT isn't a whole number"],
    ['PORT', '65536', 'PORT is more than 65535'],
    ['OTEL_TRACES_SAMPLER_ARG', '10%', "OTEL_TRACES_SAMPLER_ARG isn't a number from 0 to 1"],
    ['OTEL_TRACES_SAMPLER_ARG', '1.5', "OTEL_TRACES_SAMPLER_ARG isn't a number from 0 to 1"],
    ['LEDGER_VERIFY_HOURS', 'daily', "LEDGER_VERIFY_HOURS isn't a whole number"],
    ['DATABASE_URL', 'moniker', "DATABASE_URL isn't a URL"],
    ['REDIS_URL', 'redis', "REDIS_URL isn't a URL"],
    ['LEDGER_LOG', 'mysql', 'LEDGER_LOG must be one of postgres, kurrentdb'],
    ['KURRENTDB_URL', 'http://localhost:2113', `KURRENTDB_URL ${NOT_KURRENTDB}`],
    ['KURRENTDB_URL', 'kurrentdb://app:se cret@localhost', `KURRENTDB_URL ${NOT_KURRENTDB}`],
    ['KURRENTDB_URL', 'kurrentdb://', `KURRENTDB_URL ${NOT_KURRENTDB}`],
    ['KURRENTDB_STREAM', '$streams', `KURRENTDB_STREAM ${NOT_A_STREAM}`],
    ['KURRENTDB_STREAM', 'two words', `KURRENTDB_STREAM ${NOT_A_STREAM}`],
    ['S3_ENDPOINT', 'storage', "S3_ENDPOINT isn't a URL"],
    ['S3_BUCKET', 'moniker', "S3_ACCESS_KEY_ID isn't set; S3_SECRET_ACCESS_KEY isn't set"],
    ['MONIKER_PROFILE', 'staging', 'MONIKER_PROFILE must be one of local, production'],
    ['BANK_TIME_ZONE', 'Mars/Olympus', "BANK_TIME_ZONE isn't a known time zone"],
  ])('rejects %s=%s in one line that names the setting [SEC-12]', (name, value, message) => {
    expect(() => readConfig({ ...COMPLETE, [name]: value })).toThrow(new ConfigError(message.split('; ')));
  });

  it.each(['base64url', 'base64', 'hex'] as const)('accepts random keys in %s', (encoding) => {
    for (let count = 0; count < 2000; count++) {
      const SECRET_KEY = randomBytes(32).toString(encoding);
      expect(() => readConfig({ ...COMPLETE, SECRET_KEY })).not.toThrow();
    }
  });

  it('accepts weak keys in the local profile and weak old keys in production', () => {
    const weak = 'A'.repeat(43);
    expect(readConfig({ ...COMPLETE, SECRET_KEY: weak, MONIKER_PROFILE: 'local' }).profile).toBe('local');
    expect(readConfig({ ...COMPLETE, OLD_SECRET_KEYS: weak }).previousSecrets).toHaveLength(1);
  });
});

describe('the writer key', () => {
  it('is derived only in the local profile [LED-20]', () => {
    const local = readConfig({ ...COMPLETE, MONIKER_PROFILE: 'local' });
    expect(local.writerKey).toEqual(local.secrets.writer);
    expect(readConfig(COMPLETE).writerKey).toBeNull();
    expect(readConfig({ ...COMPLETE, WRITER_KEY: keyFrom(2) }).writerKey?.toString('base64url')).toBe(
      keyFrom(2),
    );
  });

  it('has its public key in the data folder unless another folder is set', () => {
    expect(readConfig(COMPLETE).writerKeysDir).toBe('/data/writer-keys');
    expect(readConfig({ ...COMPLETE, WRITER_KEYS_DIR: '/keys' }).writerKeysDir).toBe('/keys');
  });
});

describe('secrets from files', () => {
  let folder: string;

  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'moniker-config-'));
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  function fileWith(content: string): string {
    const file = path.join(folder, 'secret');
    writeFileSync(file, content);
    return file;
  }

  const secret = Object.entries<Setting<unknown>>(SETTINGS).filter(([, { isSecret }]) => isSecret);

  it('are supported for every key and every URL with a password', () => {
    expect(secret.map(([name]) => name)).toEqual(
      expect.arrayContaining([
        ...['SECRET_KEY', 'OLD_SECRET_KEYS', 'CHECKPOINT_KEY', 'DATABASE_URL', 'DATABASE_OWNER_URL'],
        ...['WRITER_KEY', 'DATABASE_AUDITOR_URL', 'REDIS_URL', 'SMTP_URL'],
        ...['KURRENTDB_URL', 'KURRENTDB_AUDITOR_URL', 'KURRENTDB_ADMIN_PASSWORD', 'KURRENTDB_OPS_PASSWORD'],
      ]),
    );
  });

  it('are read instead of the variable, without the trailing line break', () => {
    const SECRET_KEY_FILE = fileWith(`${COMPLETE.SECRET_KEY}\n`);
    expect(readConfig({ ...without('SECRET_KEY'), SECRET_KEY_FILE })).toEqual(readConfig(COMPLETE));
    const DATABASE_URL_FILE = fileWith('postgres://elsewhere/moniker\r\n');
    expect(readConfig({ ...without('DATABASE_URL'), DATABASE_URL_FILE }).databaseUrl).toBe(
      'postgres://elsewhere/moniker',
    );
  });

  it('can be empty only if the setting is optional', () => {
    const file = fileWith('\n');
    expect(readConfig({ ...COMPLETE, OLD_SECRET_KEYS_FILE: file }).previousSecrets).toEqual([]);
    expect(() => readConfig({ ...without('SMTP_URL'), SMTP_URL_FILE: file })).toThrow(
      new ConfigError(["SMTP_URL isn't set"]),
    );
  });

  it('are rejected if the variable is set too, or if they are unreadable or too large', () => {
    const expectRejected = (env: Record<string, string>, problem: string) =>
      expect(() => readConfig({ ...without('SMTP_URL'), ...env })).toThrow(new ConfigError([problem]));
    expectRejected(
      { SMTP_URL: COMPLETE.SMTP_URL, SMTP_URL_FILE: fileWith('smtp://other') },
      'SMTP_URL and SMTP_URL_FILE are both set: set only one of them',
    );
    expectRejected(
      { SMTP_URL_FILE: path.join(folder, 'none') },
      "SMTP_URL can't be read from the file named by SMTP_URL_FILE (ENOENT)",
    );
    expectRejected(
      { SMTP_URL_FILE: fileWith('x'.repeat(64 * 1024 + 1)) },
      "SMTP_URL can't be read: the file named by SMTP_URL_FILE is too large",
    );
  });

  it('never appear in error messages', () => {
    const SMTP_URL_FILE = fileWith('hush-hush');
    expect(() => readConfig({ ...without('SMTP_URL'), SMTP_URL_FILE })).toThrow(
      new ConfigError(["SMTP_URL isn't a URL"]),
    );
  });
});
