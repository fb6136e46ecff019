import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AppError } from '../../http/app-error.js';
import type { KycReadDto } from './admin-kyc.dto.js';
import { KycApplicationEntity } from './kyc-application.entity.js';

const MAX_LISTED = 100;

// A replaced document leaves no row, so only the access log shows that it was viewed. Such a document counts as part
// of the application that was the customer's newest when the document was viewed, because only the newest application's
// documents can be replaced.
const SELECT_REPLACED = `
  select distinct a.details::jsonb ->> 'object' as id
  from kyc_application k join access_log a on a.subject = k.user_id and a.action = 'identity-document'
    and a.recorded_at >= k.created_at
  where k.id = $1
    and not exists (select from kyc_application n where n.user_id = k.user_id
      and (n.created_at, n.id) > (k.created_at, k.id) and n.created_at <= a.recorded_at)
    and not exists (select from kyc_application o join kyc_document d on d.application_id = o.id
      where o.user_id = k.user_id and d.object_id::text = a.details::jsonb ->> 'object')`;

// One index range scan per stream, on (stream, version).
const SELECT_READS = `
  with own (stream, what) as (
    select 'kyc:' || $1::uuid, 'ssn'
    union all select 'document:' || object_id, kind from kyc_document where application_id = $1
    union all select 'document:' || id, 'replacedDocument' from (${SELECT_REPLACED}) as replaced
  )
  select e.position, own.what, e.recorded_at as at, u.first_name || ' ' || u.last_name as by,
    e.actor = $3 as "isOwn"
  from own
    cross join lateral (
      select position, recorded_at, actor from ledger_event
        where ledger_event.stream = own.stream and type in ('SsnRead', 'IdentityDocumentRead')
        order by version desc limit $2
    ) e
    left join app_user u on u.id = case when e.actor like 'user:%' then substr(e.actor, 6)::uuid end
  order by e.position desc limit $2`;

/** Recorded accesses to an application's confidential data (KYC-25). */
@Injectable()
export class KycAccessLog {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * Returns the newest accesses to an application's SSN and documents, including documents that have since been
   * replaced (KYC-69), newest first. `actor` is the admin who is asking.
   *
   * @throws NOT_FOUND the application does not exist
   */
  async of(kycId: string, actor: string): Promise<KycReadDto[]> {
    const exists = await this.dataSource.manager.existsBy(KycApplicationEntity, { id: kycId });
    if (!exists) throw new AppError('NOT_FOUND');
    return this.dataSource.query<KycReadDto[]>(SELECT_READS, [kycId, MAX_LISTED, actor]);
  }
}
