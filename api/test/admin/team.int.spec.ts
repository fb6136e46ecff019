import { describe, expect, it } from '@jest/globals';
import type { AdminRole } from '@moniker/common/admin-roles.js';
import { newAdmin, newCustomer, newestEvent } from '../kyc/kyc.fixtures.js';
import { headOf, userIdOf } from '../payments/money.fixtures.js';
import { expectSoundLedger, query, type HttpClient, useBank } from '../harness/index.js';

interface Team {
  readonly members: readonly {
    readonly user: { readonly id: string; readonly email: string };
    readonly role: string;
    readonly isDisabled: boolean;
  }[];
  readonly changes: readonly { readonly kind: string; readonly role: string; readonly reason: string }[];
}

const TEAM = '/api/admin/team';
const REASON = { reason: 'Works for Example Ltd' };

const bank = useBank();
const { admin: owner } = bank;

const team = async (): Promise<Team> => (await owner.get<Team>(TEAM)).body;

/** Creates a customer to whom the first owner grants a role. */
async function newMember(role: string): Promise<{ client: HttpClient; id: string }> {
  const client = await newCustomer(bank.api.baseUrl, bank.database);
  const id = await userIdOf(client);
  expect((await owner.put(`${TEAM}/${id}`, { role, ...REASON })).status).toBe(204);
  return { client, id };
}

const mailsAboutTeam = () =>
  query<{ user_id: string }>(
    bank.database.superUrl,
    `select user_id from outbox where template = 'team-changed' order by created_at`,
  );

async function isSignedIn(client: HttpClient): Promise<boolean> {
  return (await client.get('/api/auth/user')).status === 200;
}

describe('an owner', () => {
  it("can grant a role; granting it ends the member's sessions and is reported to all owners by email [SEC-42]", async () => {
    const before = (await mailsAboutTeam()).length;
    const { client, id } = await newMember('reviewer');

    expect(await isSignedIn(client)).toBe(false);
    const event = await newestEvent(bank.database);
    expect(event).toMatchObject({
      ...{ type: 'AdminRoleGranted', actor: `user:${await userIdOf(owner)}` },
      payload: { userId: id, role: 'reviewer', origin: 'decision' },
    });
    expect(JSON.stringify(event)).not.toContain('Example Ltd');
    const { members, changes } = await team();
    expect(members.find(({ user }) => user.id === id)).toMatchObject({ role: 'reviewer', isDisabled: false });
    expect(changes[0]).toMatchObject({ kind: 'granted', role: 'reviewer', ...REASON });
    const mails = (await mailsAboutTeam()).slice(before);
    expect(mails.map(({ user_id }) => user_id)).toEqual([await userIdOf(owner)]);
  });

  it('disables, enables and removes a member [SEC-42]', async () => {
    const { id } = await newMember('payments');
    const state = async () => (await team()).members.find(({ user }) => user.id === id);
    for (const [action, type, expected] of [
      ['disable', 'AdminDisabled', { role: 'payments', isDisabled: true }],
      ['enable', 'AdminEnabled', { role: 'payments', isDisabled: false }],
      ['revoke', 'AdminRoleRevoked', undefined],
    ] as const) {
      expect((await owner.post(`${TEAM}/${id}/${action}`, REASON)).status).toBe(204);
      expect(await newestEvent(bank.database)).toMatchObject({
        type,
        payload: { userId: id, role: 'payments' },
      });
      const now = await state();
      if (expected === undefined) expect(now).toBeUndefined();
      else expect(now).toMatchObject(expected);
      await expectSoundLedger(bank);
    }
  });

  it('sees each change take effect only once, even if the request is sent twice [SEC-42]', async () => {
    const { id } = await newMember('support');
    const disable = () =>
      owner.post(`${TEAM}/${id}/disable`, REASON, { headers: { 'idempotency-key': `disable-${id}` } });
    expect((await disable()).status).toBe(204);
    const head = await headOf(bank.database);
    expect((await disable()).status).toBe(204);
    expect(await headOf(bank.database)).toBe(head);
  });

  it("cannot make a change that the member's state does not allow [SEC-42]", async () => {
    const { id } = await newMember('auditor');
    const head = await headOf(bank.database);
    const alice = await userIdOf(bank.alice);
    const refusals = [
      await owner.put(`${TEAM}/${id}`, { role: 'auditor', ...REASON }),
      await owner.post(`${TEAM}/${id}/enable`, REASON),
      await owner.post(`${TEAM}/${alice}/revoke`, REASON),
      await owner.post(`${TEAM}/${alice}/disable`, REASON),
    ];
    expect(refusals.map(({ status }) => status)).toEqual([409, 409, 409, 409]);
    expect((await owner.put(`${TEAM}/${id}`, { role: 'king', ...REASON })).status).toBe(400);
    expect((await owner.put(`${TEAM}/${id}`, { role: 'owner' })).status).toBe(400);
    expect(await headOf(bank.database)).toBe(head);
  });

  it('cannot change their own role [SEC-43]', async () => {
    const path = `${TEAM}/${await userIdOf(owner)}`;
    for (const action of ['revoke', 'disable']) {
      expect(await owner.post(`${path}/${action}`, REASON)).toMatchObject({
        status: 422,
        body: { code: 'OWN_ACCOUNT' },
      });
    }
    expect((await owner.put(path, { role: 'auditor', ...REASON })).status).toBe(422);
  });

  it('cannot delete an admin who is disabled [ADM-11]', async () => {
    const { id } = await newMember('support');
    const path = `/api/admin/users/${id}`;
    expect((await owner.get(path)).body).toMatchObject({ isAdmin: true, isDisabledAdmin: false });
    await owner.post(`${TEAM}/${id}/disable`, REASON);
    expect((await owner.get(path)).body).toMatchObject({ isAdmin: false, isDisabledAdmin: true });
    expect((await owner.delete(path)).status).toBe(403);
    const csv = await owner.get<string>('/api/admin/users.csv');
    expect(csv.body).toContain('admin (access disabled)');
  });
});

describe("two owners who revoke each other's roles concurrently", () => {
  it('cannot both succeed: one of the two remains an owner [SEC-43]', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [one, other] = await Promise.all([
        newAdmin(bank.api.baseUrl, bank.database),
        newAdmin(bank.api.baseUrl, bank.database),
      ]);
      const [oneId, otherId] = [await userIdOf(one), await userIdOf(other)];
      const revoke = (client: HttpClient, id: string) => client.post(`${TEAM}/${id}/revoke`, REASON);
      const answers = await Promise.all([revoke(one, otherId), revoke(other, oneId)]);
      // The second owner's session may have ended before the API checked their request.
      const statuses = answers.map(({ status }) => status).sort();
      expect(statuses[0]).toBe(204);
      expect([401, 403]).toContain(statuses[1]);
      const left = (await team()).members.filter(({ user }) => [oneId, otherId].includes(user.id));
      expect(left).toHaveLength(1);
    }
  });
});

describe('the work queue', () => {
  it('shows admins only the items that their role is allowed to decide [SEC-40]', async () => {
    const kindsOf = async (role: AdminRole): Promise<string[]> => {
      const admin = await newAdmin(bank.api.baseUrl, bank.database, role);
      const { body } = await admin.get<{ items: { kind: string }[] }>('/api/admin/work-queue');
      return [...new Set(body.items.map(({ kind }) => kind))];
    };
    expect(await kindsOf('owner')).toContain('transfer');
    expect(await kindsOf('payments')).toContain('transfer');
    expect(await kindsOf('reviewer')).not.toContain('transfer');
    expect(await kindsOf('auditor')).toEqual([]);
  });
});
