import { readFileSync } from 'node:fs';
import { request } from 'node:https';
import type { KurrentAddress, KurrentLogin } from '../../platform/config/kurrent-access.js';
import { isRecord } from '../domain/is-record.js';
import { tryFor } from './try-for.js';

/** A user as the server describes it. */
export interface KurrentUser {
  readonly name: string;
  /** The user's groups, such as `$admins`, whose members may do everything. */
  readonly groups: readonly string[];
  readonly isDisabled: boolean;
}

interface Answer {
  readonly status: number;
  readonly body: string;
}

interface Call {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly login: KurrentLogin;
  readonly body?: Readonly<Record<string, unknown>>;
}

const CALL_MS = 5_000;
/** How long to wait until every server knows a new user or password, which usually takes about a second. */
const UNTIL_KNOWN = { withinMs: 20_000, pauseMs: 250 };
/** Larger than any response about one user. */
const MAX_ANSWER_BYTES = 64 * 1024;
/** The server answers with 201 for a new user. */
const DONE = [200, 201];

/** Manages the users of KurrentDB through its HTTP API, because the client has no calls for them. Needs TLS. */
export class KurrentUsers {
  private readonly ca: Buffer | undefined;

  constructor(
    private readonly address: KurrentAddress,
    private readonly admin: KurrentLogin,
  ) {
    this.ca = address.caFile === null ? undefined : readFileSync(address.caFile);
  }

  /** Whether the server accepts this user name and password. */
  async accepts(login: KurrentLogin): Promise<boolean> {
    const { status } = await this.call({ method: 'GET', path: '/users/$current', login }, [200, 401]);
    return status === 200;
  }

  async find(name: string): Promise<KurrentUser | null> {
    const call = { method: 'GET', path: pathOf(name), login: this.admin } as const;
    const { status, body } = await this.call(call, [200, 404]);
    return status === 404 ? null : parseUser(name, body);
  }

  async create({ name, password }: KurrentLogin, fullName: string): Promise<void> {
    const body = { loginName: name, fullName, password, groups: [] };
    await this.call({ method: 'POST', path: '/users/', login: this.admin, body }, DONE);
  }

  async leaveGroups(name: string, fullName: string): Promise<void> {
    const body = { fullName, groups: [] };
    await this.call({ method: 'PUT', path: pathOf(name), login: this.admin, body }, DONE);
  }

  /** Sets a user's password. `as` is the administrator who sets it. */
  async setPassword({ name, password }: KurrentLogin, as = this.admin): Promise<void> {
    const path = `${pathOf(name)}/command/reset-password`;
    await this.call({ method: 'POST', path, login: as, body: { newPassword: password } }, DONE);
  }

  /**
   * Repeats a call until it gets an expected response. For a moment after a change, one server may still refuse what
   * another accepts.
   */
  private call(call: Call, expected: readonly number[]): Promise<Answer> {
    return tryFor(UNTIL_KNOWN, () => this.callAny(call, expected));
  }

  /** Asks the servers in turn until one responds as expected. Each server forwards the call to the leader. */
  private async callAny(call: Call, expected: readonly number[]): Promise<Answer> {
    let failure: unknown = new Error('the address names no server');
    for (const { host, port } of this.address.hosts) {
      try {
        const answer = await this.send(call, host, port);
        if (expected.includes(answer.status)) return answer;
        failure = new Error(
          `${host}:${port} answered ${call.method} ${call.path} with status ${answer.status}`,
        );
      } catch (error) {
        failure = error;
      }
    }
    throw failure;
  }

  private send({ method, path, login, body }: Call, host: string, port: number): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const auth = `${login.name}:${login.password}`;
      const headers = { accept: 'application/json', 'content-type': 'application/json' };
      const signal = AbortSignal.timeout(CALL_MS);
      const options = { host, port, method, path, auth, headers, ca: this.ca, agent: false, signal };
      const sent = request(options, (response) => {
        const chunks: Buffer[] = [];
        let bytes = 0;
        response.on('data', (chunk: Buffer) => {
          bytes += chunk.length;
          if (bytes > MAX_ANSWER_BYTES)
            response.destroy(new Error(`the response from ${host}:${port} is too large`));
          else chunks.push(chunk);
        });
        response.on('error', reject);
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString() }),
        );
      });
      sent.on('error', reject);
      sent.end(body === undefined ? undefined : JSON.stringify(body));
    });
  }
}

const pathOf = (name: string): string => `/users/${encodeURIComponent(name)}`;

function parseUser(name: string, body: string): KurrentUser {
  const answer: unknown = JSON.parse(body);
  const data = isRecord(answer) ? answer['data'] : null;
  if (!isRecord(data) || !Array.isArray(data['groups'])) {
    throw new Error(`the server's description of the user ${name} has an unexpected format`);
  }
  return { name, groups: data['groups'].map(String), isDisabled: data['disabled'] === true };
}
