import type { EntityManager } from 'typeorm';
import type { RowSubmission } from '../../ledger/writer/submission.js';
import { newId } from '../../platform/crypto/new-id.js';
import type { ConvertedOldDocument, DocumentMaintenance } from '../documents/document-maintenance.service.js';
import { applicationsOf, lockApplicant } from './applications-of.js';
import { isAsSubmitted, submissionAudit } from './identity-digests.js';
import type { KycApplicationEntity } from './kyc-application.entity.js';

/**
 * Records an old document's page pictures in the caller's transaction. Returns what to submit in the same transaction:
 * new digests for each application that has the document and matches the log (FILE-25). The stored file becomes the
 * original, because the customer's own bytes no longer exist: documents used to be altered on upload.
 *
 * @throws Error the document was deleted or converted in the meantime, or its file is missing
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

/**
 * The applications that have the document and match the log. Leaves out applications that were changed behind the
 * bank's back, so that `verify` still finds them.
 */
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
