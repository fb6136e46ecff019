import {
  key,
  keys,
  networks,
  oneOf,
  ratio,
  seed,
  text,
  timeZone,
  url,
  wholeNumber,
  type SettingKind,
} from './setting-kinds.js';
import { kurrentPassword, kurrentUrl, streamName } from './kurrent-settings.js';

/** Programs that read settings. `ledger` is the command line for auditors. */
export type Program = 'api' | 'worker' | 'documents' | 'migrate' | 'prepare-kurrentdb' | 'ledger';

/** The definition of one environment variable. */
export interface Setting<Value> {
  readonly kind: SettingKind<Value>;
  /** Description for the table in infra/configuration.md. */
  readonly about: string;
  readonly programs: readonly Program[];
  /** Value if the variable is not set; null means no value. Without a fallback, the variable is required. */
  readonly fallback?: string | null;
  /** The fallback as infra/configuration.md shows it, if it isn't a fixed value. */
  readonly shownFallback?: string;
  /**
   * Set if the value is a secret. A secret is never printed, and may also come from the file named by `<NAME>_FILE`.
   */
  readonly isSecret?: true;
}

const SERVER_PROGRAMS = ['api', 'worker'] as const satisfies Program[];

/** All settings of all programs, in the order of infra/configuration.md. */
export const SETTINGS = {
  MONIKER_PROFILE: {
    kind: oneOf('local', 'production'),
    about: '`npm start` uses `local`. `production` is strict about secrets and cookies.',
    programs: [...SERVER_PROGRAMS, 'ledger'],
    fallback: 'production',
  },
  PORT: {
    kind: wholeNumber(65_535),
    about: 'Port of the API.',
    programs: ['api'],
    fallback: '3000',
  },
  HOST: {
    kind: text,
    about: 'Address to listen on.',
    programs: ['api'],
    fallback: '0.0.0.0',
  },
  TRUSTED_PROXIES: {
    kind: networks,
    about:
      'Addresses of the proxies that the API trusts to report a client’s address and protocol (`X-Forwarded-For`). Never list a network that clients are in.',
    programs: ['api'],
    fallback: null,
  },
  METRICS_PORT: {
    kind: wholeNumber(65_535),
    about: 'Port of `/metrics`, `/healthz` and `/readyz` for operators. If not set, the port is not opened.',
    programs: SERVER_PROGRAMS,
    fallback: null,
  },
  METRICS_HOST: {
    kind: text,
    about: 'Address on which `METRICS_PORT` listens. Only operators may reach it.',
    programs: SERVER_PROGRAMS,
    fallback: '127.0.0.1',
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    kind: url,
    about:
      'OpenTelemetry collector for traces (OTLP over HTTP), such as `http://localhost:4318`. If not set, nothing is traced.',
    programs: SERVER_PROGRAMS,
    fallback: null,
  },
  OTEL_TRACES_SAMPLER_ARG: {
    kind: ratio,
    about: 'Share of requests that are traced. Use the same value for the API and the worker.',
    programs: SERVER_PROGRAMS,
    fallback: '1',
  },
  STOP_DELAY_SECONDS: {
    kind: wholeNumber(300),
    about: 'How long a process keeps serving after SIGTERM while reporting that it is not ready.',
    programs: SERVER_PROGRAMS,
    fallback: null,
    shownFallback: '2 in production, else 0',
  },
  STOP_WITHIN_SECONDS: {
    kind: wholeNumber(600),
    about: 'Maximum time from SIGTERM to exit, even if work is unfinished.',
    programs: SERVER_PROGRAMS,
    fallback: '25',
  },
  HEADERS_TIMEOUT_SECONDS: {
    kind: wholeNumber(300, 1),
    about: 'How long a client may take to send the headers of a request.',
    programs: ['api'],
    fallback: '15',
  },
  REQUEST_TIMEOUT_SECONDS: {
    kind: wholeNumber(3_600, 1),
    about: 'How long a client may take to send a whole request. Uploads have a minimum rate instead.',
    programs: ['api'],
    fallback: '60',
  },
  PUBLIC_URL: {
    kind: url,
    about: 'Address for browsers. Links in emails start with it.',
    programs: SERVER_PROGRAMS,
    fallback: null,
    shownFallback: '`http://localhost:PORT`',
  },
  DATABASE_URL: {
    kind: url,
    about: 'Database address with the role `moniker_app`.',
    programs: SERVER_PROGRAMS,
    isSecret: true,
  },
  DATABASE_OWNER_URL: {
    kind: url,
    about:
      'Database address with the role `moniker_owner`; only for migrations, `ledger rebuild` and `ledger copy`.',
    programs: ['migrate', 'ledger'],
    fallback: null,
    isSecret: true,
  },
  DATABASE_AUDITOR_URL: {
    kind: url,
    about:
      'Database address with the role `moniker_auditor`, which can only read. The server can be a standby.',
    programs: ['ledger'],
    fallback: null,
    isSecret: true,
  },
  LEDGER_LOG: {
    kind: oneOf('postgres', 'kurrentdb'),
    about:
      'Where the ledger keeps its events: in the database, or in a stream of KurrentDB (docs/kurrentdb.md).',
    programs: [...SERVER_PROGRAMS, 'ledger'],
    fallback: 'postgres',
  },
  KURRENTDB_URL: {
    kind: kurrentUrl,
    about: 'KurrentDB’s servers; required with `LEDGER_LOG=kurrentdb`. Production requires TLS.',
    programs: [...SERVER_PROGRAMS, 'ledger', 'prepare-kurrentdb'],
    fallback: null,
    isSecret: true,
  },
  KURRENTDB_AUDITOR_URL: {
    kind: kurrentUrl,
    about: 'The servers in `KURRENTDB_URL`, with a user for auditors who can only read.',
    programs: ['prepare-kurrentdb'],
    isSecret: true,
  },
  KURRENTDB_ADMIN_PASSWORD: {
    kind: kurrentPassword,
    about: 'Password of `admin`, the KurrentDB user that manages users and permissions.',
    programs: ['prepare-kurrentdb'],
    isSecret: true,
  },
  KURRENTDB_OPS_PASSWORD: {
    kind: kurrentPassword,
    about: 'Password of `ops`, the KurrentDB user that operates the servers.',
    programs: ['prepare-kurrentdb'],
    isSecret: true,
  },
  KURRENTDB_STREAM: {
    kind: streamName,
    about: 'The KurrentDB stream that holds the events.',
    programs: [...SERVER_PROGRAMS, 'ledger', 'prepare-kurrentdb'],
    fallback: 'moniker-ledger',
  },
  KURRENTDB_ADOPT: {
    kind: oneOf('no', 'yes'),
    about:
      'Whether a database without events may adopt a stream that has events. Use `yes` only for the first start after a restore.',
    programs: SERVER_PROGRAMS,
    fallback: 'no',
  },
  REDIS_URL: {
    kind: url,
    about: 'Redis. If not set, PostgreSQL takes its place.',
    programs: SERVER_PROGRAMS,
    fallback: null,
    isSecret: true,
  },
  SMTP_URL: {
    kind: url,
    about: 'The mail server.',
    programs: SERVER_PROGRAMS,
    isSecret: true,
  },
  SMTP_TLS: {
    kind: oneOf('required', 'starttls', 'off'),
    about:
      'Which mail servers are accepted. `required`: only `smtps://`. `starttls`: also `smtp://` if the server offers STARTTLS; otherwise, no mail is sent. `off`: any server, even one without TLS.',
    programs: SERVER_PROGRAMS,
    fallback: null,
    shownFallback: '`required` in production, else `off`',
  },
  DATA_DIR: {
    kind: text,
    about: 'Folder for uploads and checkpoints, shared by all processes.',
    programs: [...SERVER_PROGRAMS, 'ledger'],
  },
  S3_BUCKET: {
    kind: text,
    about: 'Bucket for uploads and copies of checkpoints. If not set, uploads are files in `DATA_DIR`.',
    programs: SERVER_PROGRAMS,
    fallback: null,
  },
  S3_REGION: { kind: text, about: 'Region of the bucket.', programs: SERVER_PROGRAMS, fallback: 'us-east-1' },
  S3_ENDPOINT: {
    kind: url,
    about: 'Address at which the bank’s own processes reach the storage.',
    programs: SERVER_PROGRAMS,
    fallback: null,
    shownFallback: 'Amazon S3',
  },
  S3_PUBLIC_ENDPOINT: {
    kind: url,
    about: 'Address at which browsers reach the storage. If not set, uploads go through the API.',
    programs: SERVER_PROGRAMS,
    fallback: null,
  },
  S3_ACCESS_KEY_ID: {
    kind: text,
    about: 'Access key id; required with S3_BUCKET.',
    programs: SERVER_PROGRAMS,
    fallback: null,
  },
  S3_SECRET_ACCESS_KEY: {
    kind: text,
    about: 'Secret access key; required with S3_BUCKET.',
    programs: SERVER_PROGRAMS,
    fallback: null,
    isSecret: true,
  },
  WEB_DIR: {
    kind: text,
    about: 'Folder of the built web app, if the API, not nginx, serves it.',
    programs: ['api'],
    fallback: null,
  },
  BANK_TIME_ZONE: {
    kind: timeZone,
    about: 'Time zone of the bank day.',
    programs: [...SERVER_PROGRAMS, 'ledger'],
    fallback: 'America/New_York',
  },
  CHECKPOINT_EVERY_MINUTES: {
    kind: wholeNumber(),
    about: 'Minutes between checkpoints of the ledger.',
    programs: ['worker'],
    fallback: '60',
  },
  CHECKPOINT_EVERY_SECONDS: {
    kind: wholeNumber(Number.MAX_SAFE_INTEGER, 10),
    about: 'Seconds between checkpoints of the ledger, at least 10; replaces `CHECKPOINT_EVERY_MINUTES`.',
    programs: ['worker'],
    fallback: null,
  },
  LEDGER_VERIFY_HOURS: {
    kind: wholeNumber(),
    about: 'Hours between verifications of the whole ledger; 0 turns them off.',
    programs: SERVER_PROGRAMS,
    fallback: '24',
  },
  REQUESTS_PER_SECOND: {
    kind: wholeNumber(),
    about: 'Maximum requests per second from one address to one API process; 0 turns the limit off.',
    programs: ['api'],
    fallback: '100',
  },
  REQUEST_BURST: {
    kind: wholeNumber(),
    about: 'How many requests from one address may come at once.',
    programs: ['api'],
    fallback: '200',
  },
  AUTH_REQUESTS_PER_SECOND: {
    kind: wholeNumber(),
    about:
      'Maximum requests per second from one address to `POST /api/auth/…`, where passwords and codes are checked; 0 turns the limit off.',
    programs: ['api'],
    fallback: '10',
  },
  AUTH_REQUEST_BURST: {
    kind: wholeNumber(),
    about: 'How many requests to `POST /api/auth/…` may come at once from one address.',
    programs: ['api'],
    fallback: '50',
  },
  MAX_AUTH_BODY_BYTES: {
    kind: wholeNumber(),
    about: 'Maximum size of a JSON body below `/api/auth/`. Elsewhere it is 100 kB.',
    programs: ['api'],
    fallback: '8192',
  },
  MAX_BODY_DEPTH: {
    kind: wholeNumber(),
    about: 'Maximum nesting depth of objects and lists in a JSON body.',
    programs: ['api'],
    fallback: '8',
  },
  MAX_BODY_VALUES: {
    kind: wholeNumber(),
    about: 'Maximum number of values in a JSON body, including objects and lists.',
    programs: ['api'],
    fallback: '1000',
  },
  SIGN_INS_PER_MINUTE: {
    kind: wholeNumber(),
    about: 'Maximum successful sign-ins per minute to one account from one address; 0 turns the limit off.',
    programs: ['api'],
    fallback: '30',
  },
  ACCOUNT_PASSWORD_TRIES: {
    kind: wholeNumber(),
    about:
      'How many wrong passwords per hour one account allows, from all addresses together, before unknown browsers must wait.',
    programs: ['api'],
    fallback: '20',
  },
  ACCOUNT_CODE_TRIES: {
    kind: wholeNumber(),
    about:
      'How many wrong reset codes per hour one account allows, from all addresses together, before unknown browsers must wait.',
    programs: ['api'],
    fallback: '100',
  },
  ACCOUNT_WAIT_SECONDS: {
    kind: wholeNumber(),
    about:
      'Maximum number of seconds that an unknown browser must wait after too many wrong passwords or reset codes.',
    programs: ['api'],
    fallback: '30',
  },
  KNOWN_BROWSER_DAYS: {
    kind: wholeNumber(400),
    about: 'How many days a browser stays known after its last sign-in.',
    programs: ['api'],
    fallback: '180',
  },
  CODE_TRIES_ELSEWHERE: {
    kind: wholeNumber(),
    about:
      'How many reset codes per hour can be tried for one account in browsers that did not request a code; 0 turns the limit off.',
    programs: ['api'],
    fallback: '20',
  },
  CODE_MAILS_PER_HOUR: {
    kind: wholeNumber(),
    about:
      'How many emails with codes one address gets without delay in an hour. Further requests share a later email.',
    programs: ['api'],
    fallback: '5',
  },
  CODE_MAIL_DELAY_SECONDS: {
    kind: wholeNumber(),
    about: 'Maximum number of seconds that requests beyond `CODE_MAILS_PER_HOUR` wait for the shared email.',
    programs: ['api'],
    fallback: '300',
  },
  REGISTRATION_HOURS: {
    kind: wholeNumber(),
    about: 'Hours until a registration with an unverified address expires.',
    programs: ['api'],
    fallback: '24',
  },
  TRANSFERS_PER_MINUTE: {
    kind: wholeNumber(),
    about: 'How many transfer requests of one customer are accepted per minute; 0 turns the limit off.',
    programs: ['api'],
    fallback: '30',
  },
  CHAT_MESSAGES_PER_MINUTE: {
    kind: wholeNumber(),
    about: 'How many chat messages one customer can send per minute; 0 turns the limit off.',
    programs: ['api'],
    fallback: '30',
  },
  SSN_READS_PER_MINUTE: {
    kind: wholeNumber(),
    about: 'How many Social Security numbers one admin may read per minute; 0 turns the limit off.',
    programs: ['api'],
    fallback: '20',
  },
  FILES_PER_MINUTE: {
    kind: wholeNumber(),
    about: 'How many exports, statements and receipts one user may get per minute; 0 turns the limit off.',
    programs: ['api'],
    fallback: '30',
  },
  COMMON_PASSWORDS: {
    kind: oneOf('hint', 'refuse'),
    about:
      'Whether a new password that is easy to guess is only reported in the form (`hint`) or also refused (`refuse`).',
    programs: ['api'],
    fallback: 'hint',
  },
  DUPLICATE_SSN_ANSWERS_PER_DAY: {
    kind: wholeNumber(),
    about:
      'How often in 24 hours a customer may learn that an SSN belongs to another customer; 0 turns the limit off.',
    programs: ['api'],
    fallback: '5',
  },
  KYC_BEFORE_ACCOUNT: {
    kind: oneOf('required', 'warn'),
    about:
      '`required`: an account request is approved only after the identity check. `warn`: without it, the panel asks the admin to confirm.',
    programs: ['api'],
    fallback: null,
    shownFallback: '`required` in production, else `warn`',
  },
  APPROVAL_POLICY: {
    kind: oneOf('none', 'strict'),
    about:
      'Approval policy of a new bank. `none`: no action needs a second admin. `strict`: one admin moves at most $500.00 a day alone, and everything else in the policy needs two. Later, only the panel changes the policy.',
    programs: ['api'],
    fallback: null,
    shownFallback: '`strict` in production, else `none`',
  },
  APPROVAL_SIGNATURES: {
    kind: oneOf('off', 'required'),
    about:
      '`required`: from the first start with this value on, approvers must sign approvals with their passkey. This needs two active owners with a passkey. With `off`, the next policy change ends the requirement.',
    programs: ['api'],
    fallback: 'off',
  },
  CUSTOMER_TRANSFERS: {
    kind: oneOf('off', 'on'),
    about:
      '`on`: a transfer to an account at this bank goes to the customer who has the account. Turn it on once no process of an earlier release is running, because earlier releases cannot complete such transfers. A transfer requested while it is `off` leaves the bank like any other, even if its recipient has an account here.',
    programs: ['api'],
    fallback: null,
    shownFallback: '`off` in production, else `on`',
  },
  TRANSFER_PLANS: {
    kind: oneOf('off', 'on'),
    about:
      '`on`: customers can schedule a transfer for a certain day, or every week or month. Turn it on once no process of an earlier release is running, because earlier releases cannot read the events of plans. While it is `off`, no plan can be made or changed, and no scheduled transfer is made.',
    programs: ['api'],
    fallback: null,
    shownFallback: '`off` in production, else `on`',
  },
  ADMIN_REVISIONS: {
    kind: oneOf('required', 'optional'),
    about: 'Whether admins’ changes must name the revision they are based on (`expectedRevision`).',
    programs: ['api'],
    fallback: null,
    shownFallback: '`required` in production, else `optional`',
  },
  ADMIN_MFA: {
    kind: oneOf('required', 'off'),
    about: '`required`: admins set up a second factor before any screen of the admin area opens.',
    programs: ['api'],
    fallback: null,
    shownFallback: '`required` in production, else `off`',
  },
  NEW_DEVICE_MAIL: {
    kind: oneOf('on', 'off'),
    about: 'Whether users get an email about a sign-in from a new browser, except their first sign-in ever.',
    programs: ['api'],
    fallback: null,
    shownFallback: '`on` in production, else `off`',
  },
  NEW_RECIPIENT_LIMIT_DOLLARS: {
    kind: wholeNumber(10_000_000),
    about:
      'How many dollars in 24 hours a customer with a second factor may send to new recipients without confirming with that factor.',
    programs: ['api'],
    fallback: '500',
  },
  DOCUMENT_WORKER_SOCKET: {
    kind: text,
    about:
      'The Unix socket of the document worker. If not set, the API converts uploads in processes that it starts itself.',
    programs: ['api', 'documents'],
    fallback: null,
  },
  SECRET_KEY: {
    kind: key,
    about: 'Key for everything that is sealed: at least 32 random bytes in base64url.',
    programs: [...SERVER_PROGRAMS, 'ledger'],
    isSecret: true,
  },
  OLD_SECRET_KEYS: {
    kind: keys,
    about: 'Previous values of SECRET_KEY, comma-separated, until everything is resealed.',
    programs: SERVER_PROGRAMS,
    fallback: null,
    isSecret: true,
  },
  CHECKPOINT_KEY: {
    kind: seed,
    about: 'Separate key for checkpoints: 32 random bytes in base64url.',
    programs: [...SERVER_PROGRAMS, 'ledger'],
    fallback: null,
    shownFallback: 'derived from SECRET_KEY',
    isSecret: true,
  },
  WRITER_KEY: {
    kind: seed,
    about:
      'Key that signs what the API writes to the ledger: 32 random bytes in base64url. The local profile derives it from SECRET_KEY by default. No worker needs it.',
    programs: ['api', 'ledger'],
    fallback: null,
    shownFallback: '**required** in production, else derived',
    isSecret: true,
  },
  WRITER_KEYS_DIR: {
    kind: text,
    about: 'Folder of writers’ public keys, each with the log positions that it signs. The API adds its own.',
    programs: [...SERVER_PROGRAMS, 'ledger'],
    fallback: null,
    shownFallback: '`writer-keys` in DATA_DIR',
  },
} as const satisfies Record<string, Setting<unknown>>;

export type SettingName = keyof typeof SETTINGS;

/** The names of the settings that at least one of the programs reads. */
export type SettingOf<Programs extends Program> = {
  [Name in SettingName]: Extract<(typeof SETTINGS)[Name]['programs'][number], Programs> extends never
    ? never
    : Name;
}[SettingName];

/** Returns the names of the settings that at least one of the programs reads, in table order. */
export function settingsOf<Programs extends Program>(...programs: Programs[]): SettingOf<Programs>[] {
  return Object.entries<Setting<unknown>>(SETTINGS)
    .filter(([, setting]) => programs.some((program) => setting.programs.includes(program)))
    .map(([name]) => name as SettingOf<Programs>);
}

type Parsed<Name extends SettingName> = ReturnType<(typeof SETTINGS)[Name]['kind']['parse']>;

/** The type of a parsed setting; null if the setting is optional and not set. */
export type SettingValue<Name extends SettingName> = (typeof SETTINGS)[Name] extends { fallback: null }
  ? Parsed<Name> | null
  : Parsed<Name>;

/** The parsed settings of the API and the worker. */
export type ServerVariables = { readonly [Name in SettingOf<'api' | 'worker'>]: SettingValue<Name> };
