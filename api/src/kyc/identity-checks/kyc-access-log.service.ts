import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { DocumentKind } from '@moniker/common/applications.js';
import { AppError } from '../../http/app-error.js';
import type { KycReadDto } from './admin-kyc.dto.js';
import { documentsOf } from './documents.js';
import { KycApplicationEntity } from './kyc-application.entity.js';
import type { KycDocumentEntity } from './kyc-document.entity.js';

const MAX_LISTED = 100;

interface ReadRow {
  readonly position: number;
  readonly stream: string;
  readonly by: string | null;
  readonly at: Date;
}

// One index range scan per stream, on (stream, version).
const SELECT_READS = `
  select e.position, e.stream, e.recorded_at as at, u.first_name || ' ' || u.last_name as by
  from unnest($1::text[]) as own (stream)
    cross join lateral (
      select position, stream, recorded_at, actor from ledger_event
        where ledger_event.stream = own.stream and type in ('SsnRead', 'IdentityDocumentRead')
        order by version desc limit $2
    ) e
    left join app_user u on u.id = case when e.actor like 'user:%' then substr(e.actor, 6)::uuid end
  order by e.position desc limit $2`;

/** Recorded accesses to the confidential data of an application (KYC-25). */
@Injectable()
export class KycAccessLog {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * Returns the newest accesses to the SSN and to the current documents of an application, newest first.
   *
   * @throws NOT_FOUND the application does not exist
   */
  async of(kycId: string): Promise<KycReadDto[]> {
    const { manager } = this.dataSource;
    if (!(await manager.existsBy(KycApplicationEntity, { id: kycId }))) throw new AppError('NOT_FOUND');
    const streams = streamsOf(kycId, await documentsOf(manager, kycId));
    const rows = await this.dataSource.query<ReadRow[]>(SELECT_READS, [[...streams.keys()], MAX_LISTED]);
    return rows.map(({ position, stream, by, at }) => ({
      position,
      what: streams.get(stream) ?? 'ssn',
      by,
      at: at.toISOString(),
    }));
  }
}

/** Maps each stream that records accesses to what it stands for. */
function streamsOf(
  kycId: string,
  documents: readonly KycDocumentEntity[],
): ReadonlyMap<string, 'ssn' | DocumentKind> {
  return new Map<string, 'ssn' | DocumentKind>([
    [`kyc:${kycId}`, 'ssn'],
    ...documents.map(({ documentId, kind }) => [`document:${documentId}`, kind] as const),
  ]);
}
