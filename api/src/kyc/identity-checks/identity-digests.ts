import { isDeepStrictEqual } from 'node:util';
import type { EntityManager } from 'typeorm';
import { DOCUMENT_KINDS } from '@moniker/common/applications.js';
import type { IdentityDigests, KycSubmissionOrigin } from '../../ledger/domain/events.js';
import { digestFields } from '../../ledger/texts/transaction-texts.js';
import type { CommandContext, RowSubmission } from '../../ledger/writer/submission.js';
import type { KycApplicationEntity } from './kyc-application.entity.js';

/**
 * Returns an application's digests, computed from its current row and its files' stored digests (LED-70). The database
 * computes the same digests for `verify` (`ledger_kyc_digests`; docs/ledger.md, section 8).
 */
export async function digestsOf(manager: EntityManager, kyc: KycApplicationEntity): Promise<IdentityDigests> {
  const { accountType, firstName, lastName, companyName, street, city, state, zipCode } = kyc;
  const digest = (fields: readonly (string | null)[]): string => digestFields(fields, kyc.digestSalt ?? '');
  const files = await manager.query<{ kind: string; sha256: Buffer | null }[]>(SELECT_FILES, [
    ...[kyc.id, DOCUMENT_KINDS],
  ]);
  const documents = files.map(({ kind, sha256 }) => [
    kind,
    [digest([kind, sha256?.toString('hex') ?? null])],
  ]);
  return {
    identityDigest: digest([accountType, firstName, lastName, companyName, street, city, state, zipCode]),
    claimDigest: digest([kyc.ssnIndex?.toString('hex') ?? null, kyc.ssnCiphertext.toString('hex')]),
    documents: Object.fromEntries(documents) as IdentityDigests['documents'],
  };
}

/**
 * Builds the submission that records what an application consists of. Submit it in the transaction that changes the
 * application's rows.
 */
export async function submissionAudit(
  manager: EntityManager,
  kyc: KycApplicationEntity,
  origin: KycSubmissionOrigin,
  context: CommandContext,
): Promise<RowSubmission> {
  const { id: kycId, userId } = kyc;
  const payload = { kycId, userId, origin, ...(await digestsOf(manager, kyc)) };
  const event = { type: 'KycSubmitted', payload } as const;
  return { command: { type: 'RecordAudit', stream: `kyc:${kycId}`, event }, context };
}

/**
 * Whether an application matches its last `KycSubmitted` event. Also true if the application was submitted before the
 * log recorded such events. Also true if the log is outside PostgreSQL and the event has not been copied to PostgreSQL
 * yet; in that case, `verify` compares the application later.
 */
export async function isAsSubmitted(manager: EntityManager, kyc: KycApplicationEntity): Promise<boolean> {
  const [last] = await manager.query<{ payload: string }[]>(SELECT_LAST, [`kyc:${kyc.id}`]);
  if (last === undefined) return true;
  const { identityDigest, claimDigest, documents } = JSON.parse(last.payload) as IdentityDigests;
  const now = await digestsOf(manager, kyc);
  return isDeepStrictEqual({ identityDigest, claimDigest, documents }, now);
}

// Sorted in the same order as in the previous release, because that release compares the documents in order.
const SELECT_FILES = `select d.kind, o.sha256 from kyc_document d left join stored_object o on o.id = d.object_id
  where d.application_id = $1 order by array_position($2::text[], d.kind), d.kind`;

const SELECT_LAST = `select payload from ledger_event where stream = $1 and type = 'KycSubmitted'
  order by version desc limit 1`;
