import { hash } from 'node:crypto';
import { beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { approvalText, newKeyText } from '@moniker/common/approval-texts.js';
import { formatPolicy, STRICT_APPROVALS } from '../domain/approval-policy.js';
import type { LedgerEvent, PasskeySignature } from '../domain/events.js';
import { ApprovalKeyError, formatApprovalKey, parseApprovalKeys } from '../signing/approval-keys.js';
import { signatureProblem } from '../signing/passkey-signature.js';
import { SoftwareAuthenticator } from '../signing/software-authenticator.fixtures.js';
import { ApprovalSignatureChecker } from './approval-signature-checker.js';

const ORIGIN = 'https://bank.example';
const ANN = 'a0000000-0000-4000-8000-000000000001';
const BEN = 'b0000000-0000-4000-8000-000000000001';
const CUSTOMER = 'c0000000-0000-4000-8000-000000000001';
const UNSIGNED =
  "the approval has no signature from the approver's passkey, which the policy in force requires";
const UNKNOWN = "the approval is signed with a passkey that the approver didn't have at this position";
const UNTRUSTED =
  'the approval is signed with a passkey that is neither signed by an earlier one nor listed in --approval-keys';

let checker: ApprovalSignatureChecker;
let position: number;
let bensKey: SoftwareAuthenticator;

beforeEach(() => {
  checker = new ApprovalSignatureChecker(null);
  position = 0;
  bensKey = new SoftwareAuthenticator(ORIGIN);
});

function check(userId: string, event: LedgerEvent, stream = `user:${userId}`): Promise<string | null> {
  position += 1;
  const base = { stream, version: 1, recordedAt: new Date(0), position };
  return checker.check({ ...base, ...event, actor: `user:${userId}`, correlationId: String(position) });
}

const sign = (key: SoftwareAuthenticator, text: string, origin = ORIGIN): PasskeySignature => {
  const { id, ...proof } = key.prove({ challenge: hash('sha256', text, 'base64url') }, origin);
  return { credentialId: id, ...proof };
};

const policy = (signatures: string | null) =>
  check(ANN, {
    type: 'ApprovalPolicyChanged',
    payload: { policy: formatPolicy({ ...STRICT_APPROVALS, signatures }) },
  });

const added = (userId: string, key: SoftwareAuthenticator, signature: PasskeySignature | null = null) =>
  check(userId, {
    type: 'FactorAdded',
    payload: {
      ...{ userId, factor: 'passkey', origin: 'decision' },
      key: { credentialId: key.credentialId, publicKey: key.publicKey, signature },
    },
  });

const removed = (userId: string, credentialId: string | null, factor = 'passkey') =>
  check(userId, { type: 'FactorRemoved', payload: { userId, factor, credentialId } });

const proposalOf = (id: string) => ({ id, action: 'credit', amountCents: 60_000, digest: 'd1' });

/** Ann proposes; Ben approves with the signature. */
async function approve(signature: PasskeySignature | null, id = 'p1'): Promise<string | null> {
  const stream = `proposal:${id}`;
  const change = { action: 'credit', subjectId: 't1', amountCents: '60000', digest: 'd1' };
  await check(ANN, { type: 'ProposalMade', payload: { userId: CUSTOMER, ...change } }, stream);
  const payload = { userId: CUSTOMER, digest: 'd1', signature };
  return check(BEN, { type: 'ProposalApproved', payload }, stream);
}

const signed = (key = bensKey, id = 'p1') => sign(key, approvalText(proposalOf(id)));

const listOf = (userId: string, key: SoftwareAuthenticator): ReadonlySet<string> =>
  parseApprovalKeys(
    `# kept\n${formatApprovalKey({ ...{ userId }, credentialId: key.credentialId, publicKey: key.publicKey })}\n`,
  );

describe('an approval', () => {
  it('needs a signature while the policy names an origin [APR-30, APR-33]', async () => {
    expect(await approve(null)).toBeNull();
    expect(checker.checked).toBeNull();
    await policy(ORIGIN);
    expect(await approve(null, 'p2')).toBe(UNSIGNED);
    await policy(null);
    expect(await approve(null, 'p3')).toBeNull();
    expect(checker.checked).toBe(1);
  });

  it('is valid only with its approver’s signature [APR-33]', async () => {
    await policy(ORIGIN);
    expect(await approve(signed())).toBe(UNKNOWN);
    await added(ANN, bensKey);
    expect(await approve(signed(bensKey, 'p2'), 'p2')).toBe(UNKNOWN);
    await added(BEN, bensKey);
    expect(await approve(signed(bensKey, 'p3'), 'p3')).toBeNull();
    expect(await approve(signed(bensKey, 'p3'), 'p4')).toBe(
      'the signature of the approval covers a different text',
    );
    const elsewhere = sign(bensKey, approvalText(proposalOf('p5')), 'https://evil.example');
    expect(await approve(elsewhere, 'p5')).toBe(
      'the signature of the approval was made at "https://evil.example" instead of https://bank.example',
    );
  });

  it.each([
    ['removed', () => removed(BEN, bensKey.credentialId)],
    ['removed by an event that names no passkey', () => removed(BEN, null)],
    ['reset', () => check(BEN, { type: 'FactorsReset', payload: { userId: BEN } })],
  ])('is reported if its passkey had already been %s [APR-33]', async (_, remove) => {
    await policy(ORIGIN);
    await added(BEN, bensKey);
    await removed(BEN, 'other');
    await removed(BEN, null, 'authenticator_app');
    await removed(ANN, null);
    expect(await approve(signed())).toBeNull();
    await remove();
    expect(await approve(signed(bensKey, 'p2'), 'p2')).toBe(UNKNOWN);
  });
});

describe('a check with a list of trusted passkeys', () => {
  const open = async () => {
    checker = new ApprovalSignatureChecker(listOf(BEN, bensKey));
    await policy(ORIGIN);
    await added(BEN, bensKey);
  };
  const newKeyOf = (userId: string, key: SoftwareAuthenticator) =>
    newKeyText({ userId, credentialId: key.credentialId, publicKey: key.publicKey });

  it('trusts a listed passkey and any passkey that a trusted one signed, even if the trusted one was removed later [AUTH-91, APR-33]', async () => {
    await open();
    const [second, third] = [new SoftwareAuthenticator(ORIGIN), new SoftwareAuthenticator(ORIGIN)];
    expect(await added(BEN, second, sign(bensKey, newKeyOf(BEN, second)))).toBeNull();
    await removed(BEN, bensKey.credentialId);
    expect(await added(BEN, third, sign(second, newKeyOf(BEN, third)))).toBeNull();
    expect(await approve(signed(third))).toBeNull();
    expect(checker.keys).toMatchObject([
      { userId: BEN, credentialId: second.credentialId, isSigned: true, isTrusted: true },
      { userId: BEN, credentialId: third.credentialId, isSigned: true, isTrusted: true },
    ]);
  });

  it('trusts neither an unlisted, unsigned passkey nor one signed by such a passkey [APR-33]', async () => {
    await open();
    const [own, next] = [new SoftwareAuthenticator(ORIGIN), new SoftwareAuthenticator(ORIGIN)];
    expect(await added(BEN, own)).toBeNull();
    expect(await approve(signed(own))).toBe(UNTRUSTED);
    expect(await added(BEN, next, sign(own, newKeyOf(BEN, next)))).toBeNull();
    expect(await approve(signed(next, 'p2'), 'p2')).toBe(UNTRUSTED);
  });

  it('reports a new passkey whose signature covers another key or was made with another user’s passkey [AUTH-91, APR-33]', async () => {
    await open();
    const own = new SoftwareAuthenticator(ORIGIN);
    const other = new SoftwareAuthenticator(ORIGIN);
    expect(await added(BEN, own, sign(bensKey, newKeyOf(BEN, other)))).toBe(
      'the signature of the new passkey covers a different text',
    );
    expect(await added(ANN, other, sign(bensKey, newKeyOf(ANN, other)))).toBe(
      "the signature of the new passkey was made with a passkey that the admin didn't have at this position",
    );
    expect(await approve(signed(own))).toBe(UNTRUSTED);
  });

  it('keeps the first key of a passkey that is added again with a different key [APR-33]', async () => {
    await open();
    const own = new SoftwareAuthenticator(ORIGIN);
    const forged = { credentialId: bensKey.credentialId, publicKey: own.publicKey, signature: null };
    const payload = { userId: BEN, factor: 'passkey', origin: 'decision', key: forged };
    expect(await check(BEN, { type: 'FactorAdded', payload })).toBe('the passkey was already added');
    expect(await approve(signed())).toBeNull();
  });

  it('trusts a listed key only with its listed id [APR-33]', async () => {
    checker = new ApprovalSignatureChecker(listOf(BEN, bensKey));
    await policy(ORIGIN);
    const own = new SoftwareAuthenticator(ORIGIN);
    const forged = { credentialId: own.credentialId, publicKey: bensKey.publicKey, signature: null };
    await check(BEN, {
      type: 'FactorAdded',
      payload: { userId: BEN, factor: 'passkey', origin: 'decision', key: forged },
    });
    expect(await approve({ ...signed(), credentialId: own.credentialId })).toBe(UNTRUSTED);
  });
});

describe('a signature', () => {
  const text = approvalText(proposalOf('p1'));
  const problemOf = (signature: PasskeySignature) =>
    signatureProblem(signature, { text, origin: ORIGIN, publicKey: bensKey.publicKey });

  it('is invalid if any byte is changed [APR-33]', async () => {
    const signature = sign(bensKey, text);
    expect(await problemOf(signature)).toBeNull();
    const fields = ['authenticatorData', 'clientDataJSON', 'signature'] as const;
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...fields),
        fc.nat(),
        fc.integer({ min: 1, max: 255 }),
        async (field, at, mask) => {
          const bytes = Buffer.from(signature[field], 'base64url');
          // The first two bytes only frame a signature. The library accepts some other values there, which leave both
          // of the signature's numbers unchanged.
          const frame = field === 'signature' ? 2 : 0;
          const index = frame + (at % (bytes.length - frame));
          bytes.writeUInt8(bytes.readUInt8(index) ^ mask, index);
          expect(await problemOf({ ...signature, [field]: bytes.toString('base64url') })).not.toBeNull();
        },
      ),
    );
  });

  it('is invalid without user verification, for another host, or with a malformed key [APR-33]', async () => {
    const challenge = hash('sha256', text, 'base64url');
    const { id: credentialId, ...unverified } = bensKey.prove({ challenge }, ORIGIN, false);
    expect(await problemOf({ credentialId, ...unverified })).toBe('was made without verifying the user');
    const { id, ...elsewhere } = new SoftwareAuthenticator('https://evil.example').prove(
      { challenge },
      ORIGIN,
    );
    expect(await problemOf({ credentialId: id, ...elsewhere })).toBe('is wrong');
    const expected = { text, origin: ORIGIN, publicKey: 'AAAA' };
    expect(await signatureProblem(sign(bensKey, text), expected)).toBe('is wrong');
  });

  it('of an approval covers each fact of the proposal [APR-31]', () => {
    const proposal = proposalOf('p1');
    const others = [{ id: 'p2' }, { action: 'reversal' }, { amountCents: 60_001 }, { digest: 'd2' }];
    const texts = [{}, ...others].map((other) => approvalText({ ...proposal, ...other }));
    expect(new Set(texts).size).toBe(texts.length);
  });
});

describe('a list of passkeys', () => {
  it('may have comments and blank lines; an error names the malformed line [APR-34]', () => {
    const line = `${BEN} Y3JlZA a2V5`;
    expect([...parseApprovalKeys(`# one\r\n\r\n ${line} \r\n`)]).toEqual([line]);
    expect(() => parseApprovalKeys(`# one\n${BEN} Y3JlZA\n`)).toThrow(ApprovalKeyError);
    expect(() => parseApprovalKeys(`# one\n${BEN} Y3JlZA\n`)).toThrow("line 2 isn't an approval key");
  });
});
