import { randomBytes } from 'node:crypto';
import {
  createDatabase,
  HttpClient,
  openJobStore,
  query,
  startApi,
  startMailServer,
  startWorker,
  use,
  type HttpResponse,
  type JobStore,
  type JobStoreKind,
  type Mail,
  type MailServer,
  type RunningProgram,
  type RunningApi,
  type TestDatabase,
} from '../harness/index.js';

/** An API and a worker with their own mail server and database. */
export interface Bank {
  readonly database: TestDatabase;
  readonly mail: MailServer;
  readonly api: RunningApi;
  readonly worker: RunningProgram;
  readonly store: JobStore;
  close(): Promise<void>;
}

/** Settings that apply only to the API. */
export interface BankOptions {
  readonly env?: NodeJS.ProcessEnv;
  readonly port?: number;
}

export async function startBank(
  jobsIn: JobStoreKind = 'PostgreSQL',
  { env: apiEnv, ...address }: BankOptions = {},
): Promise<Bank> {
  const [database, mail] = await Promise.all([createDatabase(), startMailServer()]);
  const store = await openJobStore(jobsIn, database);
  const env = { SMTP_URL: mail.smtpUrl, ...store.env };
  const [api, worker] = await Promise.all([
    startApi({ database, env: { ...env, ...apiEnv }, ...address }),
    startWorker({ database, env }),
  ]);
  return {
    database,
    mail,
    api,
    worker,
    store,
    close: async () => {
      await Promise.all([api.stop(), worker.stop()]);
      await store.close();
      await mail.close();
      await database.drop();
    },
  };
}

/** An empty bank: an API and a worker with their own mail server and database. */
export const useEmptyBank = (jobsIn?: JobStoreKind, options?: BankOptions): Bank =>
  use(
    () => startBank(jobsIn, options),
    (bank) => bank.close(),
  );

export interface Person {
  email: string;
  password: string;
  firstName: string;
  lastName: string;
  moniker: string;
  phoneNumber: string;
}

/** Returns the details of a new person. */
export function newPerson(changes: Partial<Person> = {}): Person {
  const name = `p${randomBytes(6).toString('hex')}`;
  return {
    email: `${name}@mail.example`,
    password: ` pass word ${name} `,
    firstName: 'Ada',
    lastName: 'Byron',
    moniker: name,
    phoneNumber: '+1 (415) 555-0100',
    ...changes,
  };
}

export const register = (client: HttpClient, person: Person): Promise<HttpResponse> =>
  client.post('/api/auth/register', person);

export const login = (client: HttpClient, { email, password }: Person): Promise<HttpResponse> =>
  client.post('/api/auth/login', { email, password });

/** Returns the six-digit code in an email. */
export function codeOf(mail: Mail): string {
  const code = /\b\d{6}\b/.exec(mail.text)?.[0];
  if (code === undefined) throw new Error(`there is no code in the email "${mail.subject}"`);
  return code;
}

/** Returns a different code. */
export const otherCode = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

/** Waits for an email with a matching subject and returns its code. */
export async function mailedCode(
  { mail }: Pick<Bank, 'mail'>,
  email: string,
  subject: RegExp,
): Promise<string> {
  return codeOf(await mail.waitForMail(email, (one) => subject.test(one.subject)));
}

export const VERIFY_SUBJECT = /verification code/;
export const RESET_SUBJECT = /reset code/;

/** Registers a person and verifies their address. */
export async function verifiedUser(
  bank: Pick<Bank, 'api' | 'mail'>,
  changes: Partial<Person> = {},
): Promise<Person> {
  const person = newPerson(changes);
  const client = new HttpClient(bank.api.baseUrl);
  const registered = await register(client, person);
  if (registered.status !== 201) throw new Error(`registration failed: ${JSON.stringify(registered.body)}`);
  const otp = await mailedCode(bank, person.email, VERIFY_SUBJECT);
  const verified = await client.post('/api/auth/verify-email', { email: person.email, otp });
  if (verified.status !== 200) throw new Error(`verification failed: ${JSON.stringify(verified.body)}`);
  return person;
}

/** Signs a person in and returns the client. */
export async function signedInClient(bank: Bank, person: Person): Promise<HttpClient> {
  const client = new HttpClient(bank.api.baseUrl);
  const { status, body } = await login(client, person);
  if (status !== 200) throw new Error(`login failed: ${JSON.stringify(body)}`);
  return client;
}

/** Moves the creation time of all codes back by 61 seconds, past the resend limit. */
export const expireOtpCooldown = ({ database }: Bank): Promise<unknown> =>
  query(database.superUrl, `update emailed_code set created_at = created_at - interval '61 seconds'`);

export async function headPosition({ database }: Bank): Promise<number> {
  const [head] = await query<{ position: string }>(database.superUrl, 'select position from ledger_head');
  return Number(head?.position);
}
