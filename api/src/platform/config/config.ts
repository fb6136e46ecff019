import path from 'node:path';
import { limitsFrom } from './limits.js';
import type { RequestRate } from './request-limits.js';
import type { S3Settings } from '../storage/s3-settings.js';
import { isUnprotected, type KurrentSettings } from './kurrent-settings.js';
import { ConfigError, readSettings, type Environment } from './read-settings.js';
import { settingsOf, type ServerVariables } from './settings.js';
import { deriveSecrets, isWeak, type Secrets } from './secrets.js';

export { ConfigError, type Secrets };

/** The configuration, read and validated once at startup. See settings.ts for the meaning of each setting. */
export type Config = Readonly<ReturnType<typeof readConfig>>;

type KeyVariables = Pick<ServerVariables, 'SECRET_KEY' | 'CHECKPOINT_KEY'>;
type StrongKeyVariables = KeyVariables & Pick<ServerVariables, 'WRITER_KEY'>;

/**
 * Reads the configuration of the API and the worker (SEC-12).
 *
 * @throws ConfigError one or more settings are missing or invalid; the message names each
 */
export function readConfig(env: Environment) {
  const set = readSettings(env, settingsOf('api', 'worker'));
  const profile = set.MONIKER_PROFILE;
  if (profile === 'production') assertStrongKeys(set);
  const inProduction = (value: string): string | null => (profile === 'production' ? value : null);
  return {
    profile,
    port: set.PORT,
    host: set.HOST,
    // Networks of trusted proxies; by default none (SEC-60).
    trustedProxies: set.TRUSTED_PROXIES ?? [],
    metricsPort: set.METRICS_PORT,
    metricsHost: set.METRICS_HOST,
    // Null to trace nothing.
    traces: traceSettingsFrom(set),
    stopDelayMs: (set.STOP_DELAY_SECONDS ?? (profile === 'production' ? 2 : 0)) * 1000,
    stopWithinMs: set.STOP_WITHIN_SECONDS * 1000,
    headersTimeoutMs: set.HEADERS_TIMEOUT_SECONDS * 1000,
    requestTimeoutMs: set.REQUEST_TIMEOUT_SECONDS * 1000,
    publicUrl: (set.PUBLIC_URL ?? `http://localhost:${set.PORT}`).replace(/\/$/, ''),
    databaseUrl: set.DATABASE_URL,
    // Null if the database holds the ledger's log.
    kurrent: kurrentSettingsFrom(set),
    redisUrl: set.REDIS_URL,
    smtpUrl: set.SMTP_URL,
    // Whether mail is sent only over TLS (MAIL-25).
    requiresMailTls: requiresMailTls(set.SMTP_URL, set.SMTP_TLS ?? inProduction('required')),
    dataDir: set.DATA_DIR,
    // Null to store uploads in `dataDir` and keep no copies of checkpoints.
    s3: s3SettingsFrom(set),
    webDir: set.WEB_DIR,
    bankTimeZone: set.BANK_TIME_ZONE,
    checkpointEveryMs: (set.CHECKPOINT_EVERY_SECONDS ?? set.CHECKPOINT_EVERY_MINUTES * 60) * 1000,
    ledgerVerifyHours: set.LEDGER_VERIFY_HOURS,
    // Null for no limit.
    requestRate: requestRate(set.REQUESTS_PER_SECOND, set.REQUEST_BURST),
    // Null for no limit.
    authRequestRate: requestRate(set.AUTH_REQUESTS_PER_SECOND, set.AUTH_REQUEST_BURST),
    maxAuthBodyBytes: set.MAX_AUTH_BODY_BYTES,
    inputLimits: { maxDepth: set.MAX_BODY_DEPTH, maxValues: set.MAX_BODY_VALUES },
    limits: limitsFrom(set),
    refusesCommonPasswords: set.COMMON_PASSWORDS === 'refuse',
    duplicateSsnAnswersPerDay: set.DUPLICATE_SSN_ANSWERS_PER_DAY,
    // Whether an account request needs an approved identity check (ACC-15).
    isKycRequiredBeforeAccount: (set.KYC_BEFORE_ACCOUNT ?? inProduction('required')) === 'required',
    // Whether a bank without an approval policy starts with the strict one (APR-7).
    isFirstPolicyStrict: (set.APPROVAL_POLICY ?? inProduction('strict')) === 'strict',
    // Whether approvals must be signed with a passkey (APR-30).
    areApprovalsSigned: set.APPROVAL_SIGNATURES === 'required',
    // Whether transfers can pay customers of this bank, by account number or moniker (TRF-61).
    paysCustomers: (set.CUSTOMER_TRANSFERS ?? inProduction('off') ?? 'on') === 'on',
    // Whether transfers can be planned (TRF-120).
    offersPlans: (set.TRANSFER_PLANS ?? inProduction('off') ?? 'on') === 'on',
    // Whether admins' changes must name the revision they are based on (ADM-28).
    areRevisionsRequired: (set.ADMIN_REVISIONS ?? inProduction('required')) === 'required',
    // Whether admins need a second factor (AUTH-55).
    isAdminFactorRequired: (set.ADMIN_MFA ?? inProduction('required')) === 'required',
    // Whether users get mail about sign-ins from new browsers (AUTH-60).
    mailsNewDevices: (set.NEW_DEVICE_MAIL ?? inProduction('on')) === 'on',
    // The amount that a customer with a second factor may send to new recipients in 24 hours without confirming the
    // factor (AUTH-57).
    newRecipientLimitCents: set.NEW_RECIPIENT_LIMIT_DOLLARS * 100,
    // Null if the API starts its own processes to convert uploads.
    documentWorkerSocket: set.DOCUMENT_WORKER_SOCKET,
    secrets: secretsFrom(set),
    // Old keys. They still open what was sealed with them, and recognize digests computed with them.
    previousSecrets: (set.OLD_SECRET_KEYS ?? []).map(deriveSecrets),
    // Seed of the key that signs batches of events; null in production without WRITER_KEY. Only programs that write to
    // the ledger need it.
    writerKey: writerKeyFrom(set),
    writerKeysDir: writerKeysDirFrom(set),
  };
}

/** Parameters of an SMTP URL that cannot turn TLS or its checks off. */
const SAFE_SMTP_PARAMETERS: ReadonlySet<string> = new Set(['name', 'pool', 'maxConnections', 'maxMessages']);

/** Whether mail is sent only over TLS. If so, rejects a URL that could turn TLS or its checks off (MAIL-25). */
function requiresMailTls(url: string, tls: string | null): boolean {
  if (tls === null || tls === 'off') return false;
  const { protocol, searchParams } = new URL(url);
  if (protocol !== 'smtps:' && tls !== 'starttls') {
    throw new ConfigError([
      'SMTP_URL may send mail unencrypted: use smtps://, or set SMTP_TLS=starttls. For a server that you trust without TLS, set SMTP_TLS=off',
    ]);
  }
  const unsafe = [...searchParams.keys()].find((name) => !SAFE_SMTP_PARAMETERS.has(name));
  if (unsafe === undefined) return true;
  throw new ConfigError([`SMTP_URL must not have the parameter ${unsafe} while TLS is required`]);
}

/** Returns a rate with a burst of at least one request, or null for 0 requests per second, which means no limit. */
function requestRate(perSecond: number, burst: number): RequestRate | null {
  return perSecond === 0 ? null : { perSecond, burst: Math.max(1, burst) };
}

const KURRENT_SETTINGS = [
  'LEDGER_LOG',
  'KURRENTDB_URL',
  'KURRENTDB_STREAM',
  'KURRENTDB_ADOPT',
  'MONIKER_PROFILE',
] as const;

type KurrentVariables = Pick<ServerVariables, (typeof KURRENT_SETTINGS)[number]>;

/** Returns the stream that holds the log, or null if the database holds the log. */
function kurrentSettingsFrom(set: KurrentVariables): KurrentSettings | null {
  return set.LEDGER_LOG === 'postgres' ? null : kurrentTargetFrom(set);
}

function kurrentTargetFrom(set: KurrentVariables): KurrentSettings {
  const { KURRENTDB_URL: url, KURRENTDB_STREAM: stream } = set;
  if (url === null) throw new ConfigError(["KURRENTDB_URL isn't set. Set it to the address of KurrentDB"]);
  if (set.MONIKER_PROFILE === 'production' && isUnprotected(url)) {
    throw new ConfigError(["KURRENTDB_URL turns TLS or its checks off, which isn't allowed in production"]);
  }
  return { url, stream, mayAdopt: set.KURRENTDB_ADOPT === 'yes' };
}

/** Returns the bucket settings, or null without a bucket. A bucket requires its access keys. */
function s3SettingsFrom(set: ServerVariables): S3Settings | null {
  const { S3_BUCKET: bucket, S3_ACCESS_KEY_ID: id, S3_SECRET_ACCESS_KEY: secret } = set;
  if (bucket === null) return null;
  if (id === null || secret === null) {
    const keys = { S3_ACCESS_KEY_ID: id, S3_SECRET_ACCESS_KEY: secret };
    const missing = Object.entries(keys).filter(([, value]) => value === null);
    throw new ConfigError(missing.map(([name]) => `${name} isn't set`));
  }
  return {
    ...{ bucket, region: set.S3_REGION, accessKeyId: id, secretAccessKey: secret },
    ...{ endpoint: set.S3_ENDPOINT, publicEndpoint: set.S3_PUBLIC_ENDPOINT },
  };
}

function traceSettingsFrom({
  OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
  OTEL_TRACES_SAMPLER_ARG: ratio,
}: ServerVariables) {
  return endpoint === null ? null : { endpoint, ratio };
}

/** Reads only the time zone of the bank day, for programs that need nothing else. */
export function readBankTimeZone(env: Environment): string {
  return readSettings(env, ['BANK_TIME_ZONE']).BANK_TIME_ZONE;
}

/** Reads only where the log is, for programs that need nothing else. Returns null if the database holds the log. */
export function readKurrentSettings(env: Environment): KurrentSettings | null {
  return kurrentSettingsFrom(readSettings(env, KURRENT_SETTINGS));
}

/** Reads the location of a log in KurrentDB, even if `LEDGER_LOG` keeps the log in the database. */
export function readKurrentTarget(env: Environment): KurrentSettings {
  return kurrentTargetFrom(readSettings(env, KURRENT_SETTINGS));
}

/** Reads only the keys, for programs that need nothing else. */
export function readSecrets(env: Environment): Secrets {
  return secretsFrom(readSettings(env, ['SECRET_KEY', 'CHECKPOINT_KEY']));
}

/** Reads only the key that signs checkpoints: `CHECKPOINT_KEY` or, without it, one derived from `SECRET_KEY`. */
export function readCheckpointKey(env: Environment): Buffer {
  const { CHECKPOINT_KEY } = readSettings(env, ['CHECKPOINT_KEY']);
  if (CHECKPOINT_KEY !== null) return CHECKPOINT_KEY;
  if (env['SECRET_KEY'] || env['SECRET_KEY_FILE']) return readSecrets(env).checkpoint;
  throw new ConfigError([
    "There's no signing key. Set CHECKPOINT_KEY, or SECRET_KEY, from which it's derived",
  ]);
}

function writerKeyFrom({
  MONIKER_PROFILE: profile,
  SECRET_KEY,
  WRITER_KEY,
}: Pick<ServerVariables, 'MONIKER_PROFILE' | 'SECRET_KEY' | 'WRITER_KEY'>): Buffer | null {
  return WRITER_KEY ?? (profile === 'local' ? deriveSecrets(SECRET_KEY).writer : null);
}

function writerKeysDirFrom(set: Pick<ServerVariables, 'WRITER_KEYS_DIR' | 'DATA_DIR'>): string {
  return set.WRITER_KEYS_DIR ?? path.join(set.DATA_DIR, 'writer-keys');
}

/** Derives the keys. With a separate CHECKPOINT_KEY, either key can be changed without affecting the other. */
function secretsFrom({ SECRET_KEY, CHECKPOINT_KEY }: KeyVariables): Secrets {
  const secrets = deriveSecrets(SECRET_KEY);
  return CHECKPOINT_KEY === null ? secrets : { ...secrets, checkpoint: CHECKPOINT_KEY };
}

/** Rejects weak current keys. Weak old keys are allowed, because their weakness might be why they were replaced. */
function assertStrongKeys({ SECRET_KEY, CHECKPOINT_KEY, WRITER_KEY }: StrongKeyVariables): void {
  const problems = Object.entries({ SECRET_KEY, CHECKPOINT_KEY, WRITER_KEY })
    .filter(([, key]) => key !== null && isWeak(key))
    .map(
      ([name]) =>
        `${name} isn't random: it repeats or follows a pattern. Create one with \`openssl rand -base64 32\``,
    );
  if (problems.length > 0) throw new ConfigError(problems);
}
