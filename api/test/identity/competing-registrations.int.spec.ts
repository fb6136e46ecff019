import { describe, expect, it } from '@jest/globals';
import {
  codeOf,
  login,
  mailedCode,
  newPerson,
  register,
  VERIFY_SUBJECT,
  verifiedUser,
  type Person,
  useEmptyBank,
} from './auth.fixtures.js';
import { HttpClient, query, startWorker, waitFor, type HttpResponse, type Mail } from '../harness/index.js';

const FLAGGED = { status: 409, body: { code: 'EMAIL_TAKEN', emailNotVerified: true } };

const bank = useEmptyBank();

const browser = (): HttpClient => new HttpClient(bank.api.baseUrl);
const sql = <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
  query<Row & Record<string, unknown>>(bank.database.superUrl, text, values);
const verify = (client: HttpClient, email: string, otp: string): Promise<HttpResponse> =>
  client.post('/api/auth/verify-email', { email, otp });

/** Registers and returns the code in the new email. `known` holds the codes from earlier emails. */
async function registerForCode(client: HttpClient, person: Person, ...known: string[]): Promise<string> {
  await register(client, person);
  const isNew = (mail: Mail): boolean => VERIFY_SUBJECT.test(mail.subject) && !known.includes(codeOf(mail));
  return codeOf(await bank.mail.waitForMail(person.email, isNew));
}

describe('a stranger who registers an address before its owner', () => {
  it("cannot change the data or the password of the owner's account [REG-11, REG-12]", async () => {
    const [stranger, phone] = [browser(), browser()];
    const owner = newPerson({ firstName: 'Olivia' });
    const theirs = newPerson({ email: owner.email, firstName: 'Mallory' });
    const first = await registerForCode(stranger, theirs);
    expect(await register(phone, owner)).toMatchObject(FLAGGED);
    const isSecond = (mail: Mail): boolean => codeOf(mail) !== first;
    const second = codeOf(await bank.mail.waitForMail(owner.email, isSecond));
    // The owner of the address gets both codes, and tries the code from the stranger's registration first.
    expect(await verify(phone, owner.email, first)).toMatchObject({
      status: 400,
      body: { code: 'OTP_INVALID' },
    });
    expect((await verify(phone, owner.email, second)).status).toBe(200);
    expect((await login(browser(), theirs)).status).toBe(401);
    expect(await login(phone, owner)).toMatchObject({
      status: 200,
      body: { firstName: 'Olivia', moniker: owner.moniker },
    });
    expect((await verify(stranger, owner.email, first)).status).toBe(400);
  });

  it("cannot use up the owner's tries or requests for new codes [REG-12]", async () => {
    const [stranger, phone] = [browser(), browser()];
    const owner = newPerson();
    await register(stranger, newPerson({ email: owner.email }));
    const first = await mailedCode(bank, owner.email, VERIFY_SUBJECT);
    const code = await registerForCode(phone, owner, first);
    for (let tries = 0; tries < 6; tries++) await verify(stranger, owner.email, code);
    expect((await verify(phone, owner.email, code)).status).toBe(200);
  });

  it('cannot put their own text into an email from the bank [MAIL-10]', async () => {
    const person = newPerson({ firstName: 'Zorro', lastName: 'Zebra' });
    await register(browser(), person);
    const mail = await bank.mail.waitForMail(person.email, ({ subject }) => VERIFY_SUBJECT.test(subject));
    const content = [mail.subject, mail.text, mail.html].join('\n');
    for (const typed of ['Zorro', 'Zebra', person.moniker]) expect(content).not.toContain(typed);
  });
});

describe('a registration', () => {
  it('can be verified in another browser after a sign-in there with the registered password [REG-12]', async () => {
    const [desktop, phone] = [browser(), browser()];
    const person = newPerson();
    const code = await registerForCode(desktop, person);
    expect(await verify(phone, person.email, code)).toMatchObject({
      status: 400,
      body: { code: 'OTP_INVALID', message: expect.stringContaining('sign in with your password') },
    });
    expect(await login(phone, person)).toMatchObject({ status: 403, body: { emailNotVerified: true } });
    expect((await verify(phone, person.email, code)).status).toBe(200);
    expect((await login(phone, person)).status).toBe(200);
  });

  it('replaces an earlier one from the same browser and invalidates the earlier code [REG-12]', async () => {
    const client = browser();
    const person = newPerson();
    const code = await registerForCode(client, person);
    const corrected = { ...person, password: 'another password', firstName: 'Augusta' };
    expect(await register(client, corrected)).toMatchObject(FLAGGED);
    expect((await verify(client, person.email, code)).status).toBe(400);
    const isNew = (mail: Mail): boolean => codeOf(mail) !== code;
    const next = codeOf(await bank.mail.waitForMail(person.email, isNew));
    expect((await verify(client, person.email, next)).status).toBe(200);
    expect((await login(browser(), person)).status).toBe(401);
    expect(await login(browser(), corrected)).toMatchObject({ status: 200, body: { firstName: 'Augusta' } });
  });

  it('is not replaced by one from another browser [REG-12]', async () => {
    const phone = browser();
    const owner = newPerson({ firstName: 'Olivia' });
    const code = await registerForCode(phone, owner);
    expect(await register(browser(), newPerson({ email: owner.email }))).toMatchObject(FLAGGED);
    expect((await verify(phone, owner.email, code)).status).toBe(200);
    expect(await login(phone, owner)).toMatchObject({ status: 200, body: { firstName: 'Olivia' } });
  });

  it('expires after 24 hours, and until then no other address can take its moniker [REG-13]', async () => {
    const client = browser();
    const person = newPerson();
    const code = await registerForCode(client, person);
    const taken = { status: 409, body: { code: 'MONIKER_TAKEN' } };
    expect(await register(browser(), newPerson({ moniker: person.moniker }))).toMatchObject(taken);
    await sql(`update registration set expires_at = expires_at - interval '24 hours' where email = $1`, [
      person.email,
    ]);
    expect((await verify(client, person.email, code)).status).toBe(400);
    expect((await login(client, person)).status).toBe(401);
    expect((await register(browser(), newPerson({ moniker: person.moniker }))).status).toBe(201);
    const worker = await startWorker({ database: bank.database });
    const isDeleted = async (): Promise<boolean> =>
      (await sql('select 1 from registration where email = $1', [person.email])).length === 0;
    try {
      await waitFor(isDeleted, { what: 'the deletion of the expired registration' });
    } finally {
      await worker.stop();
    }
  });

  it('that was never verified does not block a later one with the same address and moniker [REG-12]', async () => {
    const [stranger, phone] = [browser(), browser()];
    const owner = newPerson();
    const first = await registerForCode(stranger, { ...owner, password: 'of the stranger' });
    const code = await registerForCode(phone, owner, first);
    expect((await verify(phone, owner.email, code)).status).toBe(200);
    expect((await login(browser(), owner)).status).toBe(200);
  });
});

describe('an unverified user from an earlier release', () => {
  /**
   * Turns a verified user into an unverified one with other details, but the same password. Earlier
   * releases created such users, because they did not store registrations separately.
   */
  async function earlierUser(): Promise<{ person: Person; id: string }> {
    const other = await verifiedUser(bank);
    const person = newPerson({ password: other.password });
    const [row] = await sql<{ id: string }>(
      `update app_user set email = $2, moniker = $3, first_name = 'Mallory', is_email_verified = false
        where email = $1 returning id`,
      [other.email, person.email, person.moniker],
    );
    return { person, id: row?.id ?? '' };
  }

  it('signs in to get a new code and keeps the account [REG-14]', async () => {
    const { person, id } = await earlierUser();
    const client = browser();
    expect(await login(client, person)).toMatchObject({ status: 403, body: { emailNotVerified: true } });
    await client.post('/api/auth/resend-verification', { email: person.email });
    const code = await mailedCode(bank, person.email, VERIFY_SUBJECT);
    expect((await verify(client, person.email, code)).status).toBe(200);
    expect(await login(client, person)).toMatchObject({ status: 200, body: { id, moniker: person.moniker } });
  });

  it('gives way to the person who verifies the address [REG-14]', async () => {
    const { person, id } = await earlierUser();
    const client = browser();
    const owner = newPerson({ email: person.email, firstName: 'Olivia' });
    expect(await register(client, owner)).toMatchObject(FLAGGED);
    const code = await mailedCode(bank, owner.email, VERIFY_SUBJECT);
    expect((await verify(client, owner.email, code)).status).toBe(200);
    expect((await login(browser(), person)).status).toBe(401);
    expect(await login(client, owner)).toMatchObject({ status: 200, body: { id, firstName: 'Olivia' } });
  });
});
