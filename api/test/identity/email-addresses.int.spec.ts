import { describe, expect, it } from '@jest/globals';
import { EmailKeys1763604840000 } from '../../src/migrations/1763604840000-email-keys.js';
import { HttpClient, query, waitFor } from '../harness/index.js';
import {
  login,
  mailedCode,
  newPerson,
  register,
  VERIFY_SUBJECT,
  verifiedUser,
  type Person,
  useEmptyBank,
} from './auth.fixtures.js';

const FORMS = ['exämple', 'exa\u0308mple', 'xn--exmple-cua', 'exä\u200bmple'];

const bank = useEmptyBank();

const visitor = () => new HttpClient(bank.api.baseUrl);
const taken = { status: 409, body: { code: 'EMAIL_TAKEN', fields: ['email'] } };

/** Returns one address for each way of writing the domain. */
const formsOf = (local: string) => FORMS.map((domain) => `${local}@${domain}.com`);

describe('an address with an international domain', () => {
  it('belongs to one user in all its forms, and is shown as that user typed it [REG-4, REG-43]', async () => {
    const [typed = '', ...others] = formsOf('une');
    const client = visitor();
    const person = newPerson({ email: typed });
    expect((await register(client, person)).status).toBe(201);
    const code = await mailedCode(bank, 'une@xn--exmple-cua.com', VERIFY_SUBJECT);
    expect((await client.post('/api/auth/verify-email', { email: others[1], otp: code })).status).toBe(200);

    for (const email of [typed, ...others.slice(0, 2)]) {
      expect(await register(visitor(), newPerson({ email }))).toMatchObject(taken);
      const signedIn = visitor();
      expect(await login(signedIn, { ...person, email })).toMatchObject({
        status: 200,
        body: { email: typed },
      });
    }
  });

  it('has one limit on emailed codes for all its forms [AUTH-9, AUTH-29, REG-43]', async () => {
    const { superUrl } = bank.database;
    const mails = async (): Promise<number> => {
      const [row] = await query<{ count: string }>(
        superUrl,
        `select count(*) from outbox where registration_id is not null`,
      );
      return Number(row?.count);
    };
    const before = await mails();
    for (let round = 0; round < 4; round += 1) {
      for (const email of formsOf('many').slice(0, 3)) await register(visitor(), newPerson({ email }));
    }
    // Five emails are sent immediately; all later requests share one delayed email.
    expect((await mails()) - before).toBe(6);
  });

  it('is rejected at registration if it has hidden characters or a local part that needs quotes [REG-44]', async () => {
    for (const email of ['u@exa\u200bmple.com', 'a\u2060da@mail.example', '"sp ace"@mail.example']) {
      expect(await register(visitor(), newPerson({ email }))).toMatchObject({
        status: 400,
        body: { message: 'Please enter a valid email address', fields: ['email'] },
      });
    }
  });

  it('can still be used to sign in to every account that an earlier release stored under one of its forms, but cannot be registered again [REG-43]', async () => {
    const stored: Person[] = [];
    for (const email of formsOf('twin')) {
      const person = await verifiedUser(bank);
      // Earlier releases stored accounts without a key (a normalized form of the address).
      await query(bank.database.superUrl, 'update app_user set email = $2 where email = $1', [
        person.email,
        email,
      ]);
      stored.push({ ...person, email });
    }
    await fillKeys();
    for (const person of stored) {
      expect(await login(visitor(), person)).toMatchObject({
        status: 200,
        body: { moniker: person.moniker },
      });
    }
    for (const email of [...formsOf('twin').slice(0, 3), 'TWIN@EXÄMPLE.COM']) {
      expect(await register(visitor(), newPerson({ email }))).toMatchObject(taken);
    }
    expect(await accountsOf('twin')).toBe(stored.length);
  });

  it('can be registered only once, even by concurrent requests [REG-4, REG-43]', async () => {
    const people = formsOf('race')
      .slice(0, 3)
      .map((email) => newPerson({ email }));
    const clients = people.map(visitor);
    for (const [index, person] of people.entries()) await register(clients[index] ?? visitor(), person);
    const codes = async (): Promise<string[]> => {
      const messages = (await bank.mail.messages()).filter(({ to }) =>
        to.some(({ address }) => address === 'race@xn--exmple-cua.com'),
      );
      return messages.map(({ text }) => /\b\d{6}\b/.exec(text)?.[0] ?? '');
    };
    await waitFor(async () => (await codes()).length >= people.length, { what: 'the codes' });
    const mailed = await codes();
    await Promise.all(
      people.map(({ email }, index) =>
        (clients[index] ?? visitor()).post('/api/auth/verify-email', { email, otp: mailed[index] }),
      ),
    );
    expect(await accountsOf('race')).toBe(1);
  });
});

async function accountsOf(local: string): Promise<number> {
  const [row] = await query<{ count: string }>(
    bank.database.superUrl,
    `select count(*) from app_user where email like $1 || '@%'`,
    [local],
  );
  return Number(row?.count);
}

/** Reverts the migration and runs it again, so that it fills in the keys of the accounts that the test has changed. */
async function fillKeys(): Promise<void> {
  const { superUrl } = bank.database;
  const migration = new EmailKeys1763604840000();
  const runner = { query: (sql: string, values?: unknown[]) => query(superUrl, sql, values) } as never;
  await migration.down(runner);
  await migration.up(runner);
}
