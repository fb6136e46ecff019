import { isDeepStrictEqual } from 'node:util';
import {
  BACKWARDS,
  END,
  jsonEvent,
  NO_STREAM,
  StreamNotFoundError,
  type AppendStreamState,
  type KurrentDBClient,
} from '@kurrent/kurrentdb-client';
import {
  parseKurrentUrl,
  type KurrentAccess,
  type KurrentLogin,
} from '../../platform/config/kurrent-access.js';
import { isRecord } from '../domain/is-record.js';
import { KurrentConnection } from './kurrent-connection.js';
import { metadataStreamOf, permissionsOf } from './kurrent-permissions.js';
import { FROM_LEADER } from './kurrent-stream.js';
import { KurrentUsers } from './kurrent-users.js';
import { tryFor } from './try-for.js';

type Fields = Readonly<Record<string, unknown>>;
type Report = (line: string) => void;

/** The password of `admin` and `ops` on a server that was started without passwords for them. */
const DEFAULT_PASSWORD = 'changeit';
const CALL_MS = 10_000;
/**
 * How long to repeat calls: the first leader creates `admin` and `ops` after its election, and followers learn about
 * new users a little later.
 */
const UNTIL_SETTLED = { withinMs: 30_000, pauseMs: 500 };

const ONLY_ADMINS = { $r: '$admins', $w: '$admins', $d: '$admins', $mr: '$admins', $mw: '$admins' };
/** Without these, every user may create, change and delete any stream that has no permissions of its own. */
const DEFAULT_PERMISSIONS = { $userStreamAcl: ONLY_ADMINS, $systemStreamAcl: ONLY_ADMINS };

/**
 * Prepares the bank's own cluster: the built-in users' passwords, the users for the application and auditors, and the
 * permissions of the bank's stream and of all other streams. Finally checks what the users may do. A repeated run, even
 * while the bank is running, changes only what differs.
 *
 * @param report receives a line for each step
 * @throws Error the servers are unreachable or refuse the administrator, a user is disabled, or the users'
 * permissions are not the intended ones
 */
export async function prepareKurrentDb(access: KurrentAccess, report: Report): Promise<void> {
  const users = new KurrentUsers(parseKurrentUrl(access.adminUrl), access.admin);
  report(`admin: ${await prepareAdmin(users, access.admin)}`);
  report(`ops: ${await preparePassword(users, access.ops)}`);
  for (const [login, fullName] of [
    [access.application, 'The bank'],
    [access.auditor, "The bank's auditors"],
  ] as const) {
    report(`${login.name}: ${await prepareUser(users, login, fullName)}`);
  }
  await withClient(access.adminUrl, (client) => preparePermissions(client, access, report));
  await checkPermissions(access, report);
}

async function prepareAdmin(users: KurrentUsers, admin: KurrentLogin): Promise<string> {
  return tryFor(UNTIL_SETTLED, async () => {
    if (await users.accepts(admin)) return 'unchanged';
    const asInstalled = { ...admin, password: DEFAULT_PASSWORD };
    if (!(await users.accepts(asInstalled))) {
      throw new Error('the password of admin is neither KURRENTDB_ADMIN_PASSWORD nor the default one');
    }
    await users.setPassword(admin, asInstalled);
    return 'got its own password';
  });
}

async function preparePassword(users: KurrentUsers, login: KurrentLogin): Promise<string> {
  if (await users.accepts(login)) return 'unchanged';
  await users.setPassword(login);
  return 'got a new password';
}

async function prepareUser(users: KurrentUsers, login: KurrentLogin, fullName: string): Promise<string> {
  const user = await users.find(login.name);
  if (user === null) {
    await users.create(login, fullName);
    return 'created';
  }
  if (user.isDisabled) throw new Error(`the user ${login.name} is disabled: enable it, or name another one`);
  if (user.groups.length === 0) return preparePassword(users, login);
  await users.leaveGroups(login.name, fullName);
  await preparePassword(users, login);
  return `removed from ${user.groups.join(' and ')}`;
}

async function preparePermissions(
  client: KurrentDBClient,
  { application, auditor, stream }: KurrentAccess,
  report: Report,
): Promise<void> {
  const settings = await update(client, '$settings', 'update-default-acl', (old) => ({
    ...old,
    ...DEFAULT_PERMISSIONS,
  }));
  report(`other streams: ${settings ? 'only administrators may use them now' : 'unchanged'}`);
  const readers = [application.name, auditor.name];
  const $acl = { ...ONLY_ADMINS, $r: readers, $w: application.name, $mr: readers };
  const metadata = await update(client, metadataStreamOf(stream), '$metadata', (old) => ({ ...old, $acl }));
  report(`${stream}: ${metadata ? 'got its permissions' : 'unchanged'}`);
}

/**
 * Changes the document that a stream's last event contains, by appending an event with the new version. Returns false,
 * without appending, if nothing differs.
 */
async function update(
  client: KurrentDBClient,
  stream: string,
  type: string,
  change: (old: Fields) => Fields,
): Promise<boolean> {
  const last = await readDocument(client, stream);
  const data = change(last?.data ?? {});
  if (last !== null && isDeepStrictEqual(data, last.data)) return false;
  const streamState: AppendStreamState = last?.revision ?? NO_STREAM;
  const event = jsonEvent({ type, data: { ...data } });
  await client.appendToStream(stream, event, { ...FROM_LEADER, streamState });
  return true;
}

async function readDocument(
  client: KurrentDBClient,
  stream: string,
): Promise<{ data: Fields; revision: bigint } | null> {
  const options = { ...FROM_LEADER, direction: BACKWARDS, fromRevision: END, maxCount: 1 } as const;
  try {
    for await (const { event } of client.readStream(stream, options)) {
      if (event === undefined) continue;
      return { data: isRecord(event.data) ? event.data : {}, revision: event.revision };
    }
  } catch (error) {
    if (!(error instanceof StreamNotFoundError)) throw error;
  }
  return null;
}

async function checkPermissions(access: KurrentAccess, report: Report): Promise<void> {
  const { application, applicationUrl, auditor, auditorUrl, stream } = access;
  for (const [{ name }, url, expected] of [
    [application, applicationUrl, ['read', 'append', 'read metadata']],
    [auditor, auditorUrl, ['read', 'read metadata']],
  ] as const) {
    await tryFor(UNTIL_SETTLED, async () => {
      const permitted = await withClient(url, (client) => permissionsOf(client, stream));
      if (isDeepStrictEqual(permitted, expected)) return;
      throw new Error(
        `permissions of ${name}: ${permitted.join(', ') || 'none'}; expected: ${expected.join(', ')}`,
      );
    });
    report(`checked: ${name} has only these permissions: ${expected.join(', ')}`);
  }
}

async function withClient<Result>(
  url: string,
  work: (client: KurrentDBClient) => Promise<Result>,
): Promise<Result> {
  const connection = new KurrentConnection(url);
  try {
    return await connection.call(work, CALL_MS);
  } finally {
    await connection.close();
  }
}
