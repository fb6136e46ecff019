import { createHash, randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { approvalText, newKeyText } from '@moniker/common/approval-texts.js';
import type { AuditEvent, PasskeySignature } from '../../src/ledger/domain/events.js';
import { allFailures } from '../identity/credential-gate.fixtures.js';
import { addPasskey, type Factors, PASSKEYS, passkeyAddress } from '../identity/second-factors.fixtures.js';
import {
  type PasskeyProof,
  SoftwareAuthenticator,
} from '../../src/ledger/signing/software-authenticator.fixtures.js';
import { newAdmin } from '../kyc/kyc.fixtures.js';
import { type ApiErrorBody, headOf, summaryOf, userIdOf } from '../payments/money.fixtures.js';
import {
  createDemoDatabase,
  HttpClient,
  type HttpResponse,
  programEnv,
  query,
  runCli,
  runResetFactors,
  type RunningApi,
  signIn,
  startApi,
  temporaryFolder,
  type TestDatabase,
} from '../harness/index.js';
import { openWriter } from '../harness/sample-ledger.js';
import {
  ALONE,
  newestProposal,
  POLICY,
  type Proposal,
  PROPOSALS,
  PROPOSED,
  STRICT,
  credit,
} from './approvals.fixtures.js';

const REQUIRED = { APPROVAL_SIGNATURES: 'required' };
const NO_SIGNATURE = {
  status: 400,
  body: { code: 'VALIDATION_FAILED', fields: ['signature'] },
};
const WRONG = { status: 400, body: { code: 'FACTOR_INVALID' } };

let database: TestDatabase;
let address: { port: number; baseUrl: string };
let api: RunningApi;
let folder: string;
/** Ann and Ben are owners, each with a passkey. Alice is a customer. */
let ann: HttpClient;
let ben: HttpClient;
let alice: HttpClient;
let annsKey: SoftwareAuthenticator;
let bensKey: SoftwareAuthenticator;
let benId: string;
let aliceId: string;

const start = (env: Record<string, string> = {}) =>
  startApi({ database, port: address.port, env: { PUBLIC_URL: address.baseUrl, ...env } });

beforeAll(async () => {
  [database, address, folder] = await Promise.all([
    createDemoDatabase(),
    passkeyAddress(),
    temporaryFolder(),
  ]);
  api = await start();
  alice = await signIn(address.baseUrl, 'alice');
  aliceId = await userIdOf(alice);
});

afterAll(async () => {
  await api.stop();
  await database.drop();
});

async function restart(env: Record<string, string> = {}): Promise<void> {
  await api.stop();
  api = await start(env);
}

async function proposedCredit(amount = 600): Promise<Proposal> {
  expect(await credit(ann, aliceId, amount)).toMatchObject(PROPOSED);
  return newestProposal(ben);
}

const cents = ({ amount }: Proposal): number => Math.round(Number(amount.replaceAll(/[$,]/g, '')) * 100);

const signText = (key: SoftwareAuthenticator, text: string, origin?: string): PasskeyProof =>
  key.prove({ challenge: createHash('sha256').update(text).digest('base64url') }, origin);

const textOf = (proposal: Proposal): string => approvalText({ ...proposal, amountCents: cents(proposal) });

function approve(
  by: HttpClient,
  { id, digest }: Proposal,
  signature?: PasskeyProof,
): Promise<HttpResponse<Proposal>> {
  return by.post(`${PROPOSALS}/${id}/approve`, { digest, ...(signature && { signature }) });
}

async function verify(...args: string[]): Promise<{ code: number | null; stdout: string }> {
  return runCli(['verify', ...args], { database });
}

/** Writes the log's passkeys to a file, as an auditor would. */
async function keepKeys(name: string): Promise<string> {
  const file = path.join(folder, name);
  await writeFile(file, (await runCli(['approval-keys'], { database })).stdout);
  return file;
}

/**
 * Appends events as an attacker in control of a bank process could: signed with the bank's key, and within the
 * ledger's rules.
 */
async function forge(
  ...events: readonly (AuditEvent & { readonly stream: string; readonly by: string })[]
): Promise<void> {
  const { writer, close } = await openWriter(database);
  for (const { stream, by, ...event } of events) {
    const command = { type: 'RecordAudit', stream, event: event as AuditEvent } as const;
    const outcome = await writer.submit({
      command,
      context: { actor: `user:${by}`, correlationId: randomUUID() },
    });
    expect(outcome.ok).toBe(true);
  }
  await close();
}

const signatureOf = ({ id: credentialId, ...rest }: PasskeyProof): PasskeySignature => ({
  credentialId,
  ...rest,
});

/** Forges a proposal by Ann and its approval by Ben. */
async function forgeApproval(sign: (text: string) => PasskeySignature | null): Promise<void> {
  const [id, digest] = [randomUUID(), 'd'.repeat(43)];
  const stream = `proposal:${id}`;
  const change = { action: 'credit', subjectId: randomUUID(), amountCents: '900000' };
  const signature = sign(approvalText({ id, digest, action: 'credit', amountCents: 900_000 }));
  await forge(
    {
      type: 'ProposalMade',
      stream,
      by: await userIdOf(ann),
      payload: { userId: aliceId, ...change, digest },
    },
    { type: 'ProposalApproved', stream, by: benId, payload: { userId: aliceId, digest, signature } },
  );
}

describe('a starting API', () => {
  it('stops if APPROVAL_SIGNATURES=required and fewer than two active owners have a passkey [APR-30]', async () => {
    await api.stop();
    await expect(start(REQUIRED)).rejects.toThrow(
      'APPROVAL_SIGNATURES=required needs 2 active owners with a passkey; there are 0',
    );
    api = await start();
    ann = await newAdmin(address.baseUrl, database);
    ben = await newAdmin(address.baseUrl, database);
    benId = await userIdOf(ben);
    ({ passkey: annsKey } = await addPasskey(ann));
    expect((await ann.put(POLICY, { ...STRICT, expectedVersion: 0 })).status).toBe(200);
    const proposal = await proposedCredit();
    expect(await approve(ben, proposal)).toMatchObject({ status: 200, body: { status: 'approved' } });
    ({ passkey: bensKey } = await addPasskey(ben));
  });

  it('re-records the approval policy once, so that the log shows where signatures become required [APR-30]', async () => {
    const head = await headOf(database);
    await restart(REQUIRED);
    await restart(REQUIRED);
    expect(await headOf(database)).toBe(head + 1);
    const [event] = await query<{ actor: string; payload: string }>(
      database.superUrl,
      'select actor, payload from ledger_event order by position desc limit 1',
    );
    expect(event?.actor).toBe('system');
    expect(event?.payload).toContain(`\\"signatures\\":\\"${address.baseUrl}\\"`);
    expect(await verify()).toMatchObject({ code: 0 });
  });

  it('stops if its address is not the one for which approvals are signed [APR-30]', async () => {
    await api.stop();
    await expect(start({ PUBLIC_URL: 'https://other.example' })).rejects.toThrow(
      `PUBLIC_URL is https://other.example, but approvals are signed for ${address.baseUrl}`,
    );
    // The log now requires signatures, whatever the setting says.
    api = await start();
  });
});

describe('an approval', () => {
  let waiting: Proposal;

  beforeAll(async () => {
    waiting = await proposedCredit();
  });

  it.each([
    ['without a signature', () => undefined, NO_SIGNATURE],
    ['with the key of another admin', (p: Proposal) => signText(annsKey, textOf(p)), WRONG],
    [
      'with a key that no user has registered',
      (p: Proposal) => signText(new SoftwareAuthenticator(address.baseUrl), textOf(p)),
      WRONG,
    ],
    [
      'with a signature for another amount',
      (p: Proposal) => signText(bensKey, approvalText({ ...p, amountCents: 1 })),
      WRONG,
    ],
    [
      'with a signature for another proposal',
      (p: Proposal) => signText(bensKey, textOf({ ...p, id: randomUUID() })),
      WRONG,
    ],
    [
      'with a signature for another site',
      (p: Proposal) => signText(bensKey, textOf(p), 'https://evil.example'),
      WRONG,
    ],
    ['without user verification', (p: Proposal) => withoutVerification(p), WRONG],
  ])(
    '%s is refused and writes nothing; only a wrong signature counts as a wrong credential [APR-31, AUTH-74]',
    async (_, sign, refusal) => {
      expect(waiting).toMatchObject({ isToBeSigned: true });
      const failures = await allFailures({ database });
      const head = await headOf(database);
      expect(await approve(ben, waiting, sign(waiting))).toMatchObject(refusal);
      expect(await headOf(database)).toBe(head);
      expect((await allFailures({ database })) - failures).toBe(refusal === WRONG ? 1 : 0);
      await resetTries();
    },
  );

  const withoutVerification = (proposal: Proposal): PasskeyProof => {
    const challenge = createHash('sha256').update(textOf(proposal)).digest('base64url');
    return bensKey.prove({ challenge }, address.baseUrl, false);
  };

  it("is recorded with the admin's signature, which is not valid for any other proposal [APR-31]", async () => {
    const before = (await summaryOf(alice)).totalBalanceCents;
    const proposal = waiting;
    const signature = signText(bensKey, textOf(proposal));
    expect(await approve(ben, proposal, signature)).toMatchObject({
      status: 200,
      body: { status: 'approved' },
    });
    expect((await summaryOf(alice)).totalBalanceCents).toBe(before + 60_000);
    const [event] = await query<{ payload: string; payload_version: number }>(
      database.superUrl,
      `select payload, payload_version from ledger_event where stream = $1 and version = 2`,
      [`proposal:${proposal.id}`],
    );
    expect(event?.payload_version).toBe(2);
    expect(JSON.parse(event?.payload ?? '')).toEqual({
      ...{ userId: aliceId, digest: proposal.digest, signature: signatureOf(signature) },
    });
    // The same admin can repeat the approval after a lost response, but the signature is not valid for another
    // proposal.
    expect(await approve(ben, proposal, signature)).toMatchObject({ status: 200 });
    const other = await proposedCredit();
    expect(await approve(ben, other, signature)).toMatchObject(WRONG);
    expect(await approve(ben, other, signText(bensKey, textOf(other)))).toMatchObject({ status: 200 });
  });

  it('of a role change must be signed, and is refused if the signing passkey was removed [APR-31]', async () => {
    const spare = await addPasskey(ben, 'Spare');
    const removed = spare.added.body.passkeys.find(({ name }) => name === 'Spare');
    expect((await ben.delete(`${PASSKEYS}/${removed?.id}`)).status).toBe(200);
    const target = await newAdmin(address.baseUrl, database, 'support');
    const body = { reason: 'Left the bank' };
    const path = `/api/admin/team/${await userIdOf(target)}/revoke`;
    expect(await ann.post<ApiErrorBody>(path, body)).toMatchObject(PROPOSED);
    const proposal = await newestProposal(ben);
    expect(await approve(ben, proposal, signText(spare.passkey, textOf(proposal)))).toMatchObject(WRONG);
    expect(await approve(ben, proposal)).toMatchObject(NO_SIGNATURE);
    expect(await approve(ben, proposal, signText(bensKey, textOf(proposal)))).toMatchObject({ status: 200 });
  });
});

describe('a new passkey', () => {
  it('of an admin is signed by an earlier one, so auditors need not confirm it [AUTH-91, APR-33]', async () => {
    const list = await keepKeys('first.txt');
    const second = new SoftwareAuthenticator(address.baseUrl);
    const { body: options } = await ben.post<{ challenge: string }>(`${PASSKEYS}/options`);
    const text = newKeyText({
      userId: benId,
      credentialId: second.credentialId,
      publicKey: second.publicKey,
    });
    const created = { name: 'Second', ...second.create(options) };
    expect(await ben.post(PASSKEYS, { ...created, signature: signText(annsKey, text) })).toMatchObject(WRONG);
    const { body: again } = await ben.post<{ challenge: string }>(`${PASSKEYS}/options`);
    const added = await ben.post<Factors>(PASSKEYS, {
      ...{ name: 'Second', ...second.create(again), signature: signText(bensKey, text) },
    });
    expect(added).toMatchObject({ status: 201, body: { signsApprovals: true } });
    const proposal = await proposedCredit();
    expect(await approve(ben, proposal, signText(second, textOf(proposal)))).toMatchObject({ status: 200 });
    const { code, stdout } = await verify('--approval-keys', list);
    expect(stdout).toContain(
      'all signed with listed passkeys or with passkeys that the listed ones vouched for',
    );
    expect(code).toBe(0);
    expect((await verify()).stdout).toContain('passkeys not compared with your own list');
  });

  it('that a user added before becoming an admin is recorded when it first signs an approval [AUTH-92, APR-34]', async () => {
    const eve = await newAdmin(address.baseUrl, database);
    const eveId = await userIdOf(eve);
    await query(database.superUrl, 'update app_user set is_admin = false, admin_role = null where id = $1', [
      eveId,
    ]);
    const { passkey } = await addPasskey(eve);
    await query(
      database.superUrl,
      "update app_user set is_admin = true, admin_role = 'owner' where id = $1",
      [eveId],
    );
    expect((await runCli(['approval-keys'], { database })).stdout).not.toContain(eveId);
    const proposal = await proposedCredit();
    expect(await approve(eve, proposal, signText(passkey, textOf(proposal)))).toMatchObject({ status: 200 });
    const { stdout } = await runCli(['approval-keys'], { database });
    expect(stdout).toMatch(
      new RegExp(
        `# position \\d+, \\S+, not signed by an earlier passkey\\n${eveId} ${passkey.credentialId} ${passkey.publicKey}\\n`,
      ),
    );
    expect(await verify()).toMatchObject({ code: 0 });
  });

  it('of a customer leaves neither its credential id nor its key in the log [AUTH-90]', async () => {
    const { passkey } = await addPasskey(alice);
    const rows = await query(
      database.superUrl,
      'select payload from ledger_event where strpos(payload, $1) > 0 or strpos(payload, $2) > 0',
      [passkey.credentialId, passkey.publicKey],
    );
    expect(rows).toEqual([]);
  });
});

describe('the policy', () => {
  it('requires signatures until the setting is removed and a signed approval changes the policy [APR-32]', async () => {
    const { body: policy } = await ann.get<{ version: number }>(POLICY);
    expect(await ann.put(POLICY, { ...STRICT, expectedVersion: policy.version })).toMatchObject(PROPOSED);
    const ending = await newestProposal(ben);
    const value = 'Not needed (before: by passkey)';
    expect(ending.details).toEqual([{ label: 'Approval signatures', value }]);
    expect(await approve(ben, ending)).toMatchObject(NO_SIGNATURE);
    expect(await approve(ben, ending, signText(bensKey, textOf(ending)))).toMatchObject({ status: 200 });
    const unsigned = await proposedCredit();
    expect(unsigned).toMatchObject({ isToBeSigned: false });
    expect(await approve(ben, unsigned)).toMatchObject({ status: 200 });
    expect(await verify()).toMatchObject({ code: 0 });
  });

  it('can be changed only by two admins while it requires signatures [APR-32]', async () => {
    await restart(REQUIRED);
    const { body: policy } = await ann.get<{ version: number }>(POLICY);
    const alone = { rules: ALONE, dailyLimit: 0, expectedVersion: policy.version };
    expect(await ann.put(POLICY, alone)).toMatchObject(PROPOSED);
    const kept = await newestProposal(ben);
    expect(kept.details.map(({ label }) => label)).not.toContain('Approval signatures');
    expect(await approve(ben, kept, signText(bensKey, textOf(kept)))).toMatchObject({ status: 200 });
    const { body: changed } = await ann.get<{ version: number }>(POLICY);
    expect(changed).toMatchObject({ rules: { ...ALONE, policy: 'approval' } });
    expect(await ann.put(POLICY, { ...alone, expectedVersion: changed.version })).toMatchObject(PROPOSED);
    await ben.post(`${PROPOSALS}/${(await newestProposal(ben)).id}/reject`, {});
    expect(await verify()).toMatchObject({ code: 0 });
  });
});

describe('verify', () => {
  it.each([
    ['has no signature', () => null, "the approval has no signature from the approver's passkey"],
    [
      'is signed by its proposer',
      (text: string) => signatureOf(signText(annsKey, text)),
      "a passkey that the approver didn't have",
    ],
    [
      'has the signature of another approval',
      () => signatureOf(signText(bensKey, 'moniker approval 1')),
      'the signature of the approval covers a different text',
    ],
    [
      'has signature bytes that belong to another text',
      (text: string) => ({
        ...signatureOf(signText(bensKey, text)),
        signature: signText(bensKey, 'other').signature,
      }),
      'the signature of the approval is wrong',
    ],
  ])('finds a forged approval that %s [APR-33]', async (_, sign, finding) => {
    await forgeApproval(sign);
    const { code, stdout } = await verify();
    expect(code).toBe(1);
    expect(stdout).toContain(finding);
  });

  it('given a list of passkeys, finds a forged approval signed with a passkey that the attacker added [APR-33]', async () => {
    const list = await keepKeys('before.txt');
    const own = new SoftwareAuthenticator(address.baseUrl);
    const key = { credentialId: own.credentialId, publicKey: own.publicKey, signature: null };
    await forge({
      ...{ type: 'FactorAdded', stream: `user:${benId}`, by: benId },
      payload: { userId: benId, factor: 'passkey', origin: 'decision', key },
    });
    await forgeApproval((text) => signatureOf(signText(own, text)));
    const finding = 'a passkey that is neither signed by an earlier one nor listed in --approval-keys';
    expect((await verify('--approval-keys', list)).stdout).toContain(finding);
    expect((await verify()).stdout).not.toContain(finding);
  });

  it('finds a forged approval signed with a passkey that an operator had removed [APR-33]', async () => {
    const { email } = (await ben.get<{ email: string }>('/api/auth/user')).body;
    expect((await runResetFactors([email], programEnv({ database }, folder))).code).toBe(0);
    await forgeApproval((text) => signatureOf(signText(bensKey, text)));
    const { stdout } = await verify();
    expect(stdout).toContain("a passkey that the approver didn't have at this position");
    expect((await runCli(['approval-keys', '--json'], { database })).stdout).not.toContain(
      bensKey.credentialId,
    );
  });

  it('finds a forged policy that no longer requires signatures, and refuses a malformed list of passkeys [APR-32, APR-33]', async () => {
    const rules = { ...STRICT.rules };
    await forge({
      ...{ type: 'ApprovalPolicyChanged', stream: 'policy:approvals', by: benId },
      payload: { policy: JSON.stringify({ rules, dailyLimitCents: 50_000 }) },
    });
    expect((await verify()).stdout).toContain('the approval policy in force requires a second admin');
    const list = path.join(folder, 'malformed.txt');
    await writeFile(list, '# comment\n\nnot a key\n');
    const { code, stderr } = await runCli(['verify', '--approval-keys', list], { database });
    expect(code).toBe(2);
    expect(stderr).toContain("line 3 isn't an approval key");
  });
});

/** Forgets failed attempts, because the wrong passkeys in these tests would otherwise end the session (AUTH-70). */
const resetTries = (): Promise<unknown> => query(database.superUrl, 'delete from attempt');
