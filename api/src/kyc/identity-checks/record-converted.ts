import type { EntityManager } from 'typeorm';
import type { RowSubmission } from '../../ledger/writer/submission.js';
import { newId } from '../../platform/crypto/new-id.js';
import type { ConvertedOldDocument, DocumentMaintenance } from '../documents/document-maintenance.service.js';
import { applicationsOf, lockApplicant } from './applications-of.js';
import { isAsSubmitted, submissionAudit } from './identity-digests.js';
import type { KycApplicationEntity } from './kyc-application.entity.js';

/**
 * Records the page pictures of an old document in the transaction of the caller, and returns what to submit in it: the new
 * digests of each application that has the document (FILE-25). The customer's own bytes are gone: they were altered when
 * they were uploaded.
 *
 * @throws Error the document was deleted meanwhile
 */
export async function recordConverted(
  manager: EntityManager,
  documents: DocumentMaintenance,
  converted: ConvertedOldDocument,
): Promise<RowSubmission[]> {
  await lockApplicant(manager, converted.userId);
  const recorded = await recordedApplicationsOf(manager, converted);
  await documents.recordConverted(manager, converted);
  const context = { actor: 'system', correlationId: newId() };
  const audits: RowSubmission[] = [];
  for (const kyc of recorded) audits.push(await submissionAudit(manager, kyc, 'backfill', context));
  return audits;
}

/** The applications that have the document and are as the log says. What was changed past the bank stays a finding of `verify`. */
async function recordedApplicationsOf(
  manager: EntityManager,
  { id, userId }: ConvertedOldDocument,
): Promise<KycApplicationEntity[]> {
  const having = await manager.query<{ id: string }[]>(
    'select application_id as id from kyc_document where object_id = $1',
    [id],
  );
  const recorded: KycApplicationEntity[] = [];
  for (const kyc of await applicationsOf(manager, userId)) {
    const hasDocument = having.some((application) => application.id === kyc.id);
    if (kyc.digestSalt !== null && hasDocument && (await isAsSubmitted(manager, kyc))) recorded.push(kyc);
  }
  return recorded;
}
