import { createHmac } from 'node:crypto';

/** Everything that the environment may set, read and checked once at start. */
export interface Config {
  /** `local` is what `npm start` runs; `production` is strict about secrets and cookies. */
  readonly profile: 'local' | 'production';
  readonly port: number;
  /** Address to listen on; every interface where it is not set. */
  readonly host: string;
  readonly publicUrl: string;
  readonly databaseUrl: string;
  readonly redisUrl: string | null;
  readonly smtpUrl: string;
  readonly dataDir: string;
  /** Folder of the built web app, served by the API in the local profile; null where nginx serves it. */
  readonly webDir: string | null;
  readonly bankTimeZone: string;
  /** A checkpoint of the ledger is due this long after the one before. */
  readonly checkpointEveryMinutes: number;
  /** Hours between two verifications of the whole ledger by the worker; 0 for none. */
  readonly ledgerVerifyHours: number;
  readonly secrets: Secrets;
  /** Of OLD_SECRET_KEYS: what they sealed can still be read, and nothing is sealed with them. */
  readonly olderSecrets: readonly Secrets[];
}

/** Keys for one purpose each, derived from SECRET_KEY; none is ever used for two things. */
export interface Secrets {
  readonly otp: Buffer;
  readonly ssnEncryption: Buffer;
  readonly ssnIndex: Buffer;
  readonly outbox: Buffer;
  readonly objects: Buffer;
  /** Seed of the key that signs checkpoints. */
  readonly checkpoint: Buffer;
}

/** A setting that is missing or unusable. The message names it and is all that the operator needs. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

const MIN_SECRET_BYTES = 32;

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads the configuration. Throws `ConfigError` on the first setting that is missing or malformed. */
export function readConfig(env: Environment): Config {
  const profile = oneOf(env, 'MONIKER_PROFILE', ['local', 'production'], 'production');
  const port = integer(env, 'PORT', 3000);
  return {
    profile,
    port,
    host: env['HOST'] ?? '0.0.0.0',
    publicUrl: url(env, 'PUBLIC_URL', `http://localhost:${port}`).replace(/\/$/, ''),
    databaseUrl: url(env, 'DATABASE_URL'),
    redisUrl: env['REDIS_URL'] === undefined ? null : url(env, 'REDIS_URL'),
    smtpUrl: url(env, 'SMTP_URL'),
    dataDir: required(env, 'DATA_DIR'),
    webDir: env['WEB_DIR'] ?? null,
    bankTimeZone: readBankTimeZone(env),
    checkpointEveryMinutes: integer(env, 'CHECKPOINT_EVERY_MINUTES', 60),
    ledgerVerifyHours: integer(env, 'LEDGER_VERIFY_HOURS', 24),
    secrets: readSecrets(env),
    olderSecrets: (env['OLD_SECRET_KEYS'] ?? '')
      .split(',')
      .filter((key) => key !== '')
      .map((key) => deriveSecrets('each of OLD_SECRET_KEYS', key)),
  };
}

/** Where the bank's days begin and end. Throws `ConfigError`. */
export function readBankTimeZone(env: Environment): string {
  return timeZone(env, 'BANK_TIME_ZONE', 'America/New_York');
}

/** The keys. A key for checkpoints of its own can be changed without touching any other. */
export function readSecrets(env: Environment): Secrets {
  const secrets = deriveSecrets('SECRET_KEY', required(env, 'SECRET_KEY'));
  const seed = env['CHECKPOINT_KEY'];
  if (seed === undefined || seed === '') return secrets;
  const checkpoint = Buffer.from(seed, 'base64url');
  if (checkpoint.length !== MIN_SECRET_BYTES) {
    throw new ConfigError(`CHECKPOINT_KEY must be ${MIN_SECRET_BYTES} random bytes in base64url`);
  }
  return { ...secrets, checkpoint };
}

function deriveSecrets(name: string, secretKey: string): Secrets {
  const bytes = Buffer.from(secretKey, 'base64url');
  if (bytes.length < MIN_SECRET_BYTES) {
    throw new ConfigError(`${name} must be at least ${MIN_SECRET_BYTES} random bytes in base64url`);
  }
  const derive = (purpose: string): Buffer =>
    createHmac('sha256', bytes).update(`moniker:${purpose}`).digest();
  return {
    otp: derive('otp'),
    ssnEncryption: derive('ssn-encryption'),
    ssnIndex: derive('ssn-index'),
    outbox: derive('outbox'),
    objects: derive('objects'),
    checkpoint: derive('checkpoint'),
  };
}

function required(env: Environment, name: string, fallback?: string): string {
  const value = env[name] ?? fallback;
  if (value === undefined || value === '') throw new ConfigError(`${name} is not set`);
  return value;
}

function url(env: Environment, name: string, fallback?: string): string {
  const value = required(env, name, fallback);
  if (!URL.canParse(value)) throw new ConfigError(`${name} is not a URL`);
  return value;
}

function integer(env: Environment, name: string, fallback: number): number {
  const value = Number(env[name] ?? fallback);
  if (!Number.isInteger(value) || value < 0) throw new ConfigError(`${name} is not a whole number`);
  return value;
}

function oneOf<Choice extends string>(
  env: Environment,
  name: string,
  choices: readonly Choice[],
  fallback: Choice,
): Choice {
  const value = env[name] ?? fallback;
  const choice = choices.find((known) => known === value);
  if (choice === undefined) throw new ConfigError(`${name} must be one of ${choices.join(', ')}`);
  return choice;
}

function timeZone(env: Environment, name: string, fallback: string): string {
  const value = env[name] ?? fallback;
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: value });
    return value;
  } catch {
    throw new ConfigError(`${name} is not a known time zone`);
  }
}
