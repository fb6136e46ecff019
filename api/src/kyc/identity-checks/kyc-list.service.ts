import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Config } from '../../platform/config/config.js';
import { unseal } from '../../platform/crypto/sealed-text.js';
import { type KeysetList, readPage, renderAll, type Sort } from '../../http/keyset.js';
import { Where } from '../../platform/database/where.js';
import { AppError } from '../../http/app-error.js';
import { type CsvColumn, csvHeader, csvLines, csvText } from '../../http/csv.js';
import { isReplacedSql } from '../../platform/database/is-replaced.js';
import { CONFIG } from '../../platform/config/config.token.js';
import {
  USER_SUMMARY_SQL,
  MATCHING_USER_IDS_SQL,
  userPatterns,
} from '../../identity/users/user-summary.dto.js';
import { documentsSql } from './documents.js';
import {
  type AdminKycApplicationDto,
  type KYC_SORTS,
  type KycApplicationPageDto,
  type KycApplicationsQuery,
  type KycApplicationRow,
  mapAdminKyc,
} from './admin-kyc.dto.js';

const LIST: KeysetList = {
  columns: `k.id, k.user_id as "userId", k.status, k.account_type as "accountType", k.first_name as "firstName",
    k.last_name as "lastName", k.company_name as "companyName", k.street, k.city, k.state, k.zip_code as "zipCode",
    k.ssn_ciphertext as "ssnCiphertext", ${documentsSql('k')} as documents,
    k.admin_notes as "adminNotes", k.submitted_at as "submittedAt", k.reviewed_at as "reviewedAt",
    k.reviewed_by as "reviewedBy", k.created_at as "createdAt", k.revision, ${USER_SUMMARY_SQL} as "user",
    d.first_name || ' ' || d.last_name as "reviewerName", ${isReplacedSql('kyc_application', 'k')} as "isReplaced"`,
  tables: `kyc_application k join app_user u on u.id = k.user_id left join app_user d on d.id = k.reviewed_by`,
  // Every row counts: deleting a user also deletes their applications.
  countedTables: 'kyc_application k',
  id: { by: 'k.id', type: 'uuid' },
};

const SORTS: Readonly<Record<(typeof KYC_SORTS)[number], Sort>> = {
  newest: { by: 'k.created_at', type: 'timestamptz', isDescending: true },
  oldest: { by: 'k.created_at', type: 'timestamptz' },
};

/** Neither SSN nor documents: nobody records who reads an exported file (ADM-13). */
const CSV: readonly CsvColumn<KycApplicationRow>[] = [
  { name: 'Submitted', cell: (row) => row.submittedAt.toISOString() },
  { name: 'First name', cell: (row) => csvText(row.firstName) },
  { name: 'Last name', cell: (row) => csvText(row.lastName) },
  { name: 'Company', cell: (row) => csvText(row.companyName) },
  { name: 'E-mail', cell: ({ user }) => csvText(user.email) },
  { name: 'Account type', cell: (row) => row.accountType },
  { name: 'Status', cell: (row) => row.status },
  { name: 'Replaced', cell: (row) => (row.isReplaced ? 'yes' : '') },
  { name: 'Reviewed by', cell: (row) => csvText(row.reviewerName) },
  { name: 'Reviewed', cell: (row) => row.reviewedAt?.toISOString() ?? '' },
  { name: 'Notes', cell: (row) => csvText(row.adminNotes) },
];

/** KYC applications in the admin panel, as pages and as CSV (ADM-13). The SSN is masked (KYC-24). */
@Injectable()
export class KycList {
  private readonly keys: readonly Buffer[];

  constructor(
    private readonly dataSource: DataSource,
    @Inject(CONFIG) config: Config,
  ) {
    this.keys = [config.secrets, ...config.previousSecrets].map(({ ssnEncryption }) => ssnEncryption);
  }

  async page(query: KycApplicationsQuery): Promise<KycApplicationPageDto> {
    const { cursor, limit } = query;
    const pageRequest = { sort: SORTS[query.sort ?? 'newest'], cursor, limit };
    const page = await readPage<KycApplicationRow>(this.dataSource, LIST, whereOf(query), pageRequest);
    return { ...page, items: page.items.map((row) => this.present(row)) };
  }

  /** Streams every matching application as CSV. */
  async *csv(query: KycApplicationsQuery): AsyncGenerator<string> {
    yield csvHeader(CSV);
    const sort = SORTS[query.sort ?? 'newest'];
    yield* renderAll<KycApplicationRow>(this.dataSource, LIST, whereOf(query), sort, (rows) =>
      csvLines(CSV, rows),
    );
  }

  /** @throws NOT_FOUND the application does not exist */
  async get(id: string): Promise<AdminKycApplicationDto> {
    const where = new Where().and('k.id = ?', id);
    const page = await readPage<KycApplicationRow>(this.dataSource, LIST, where, {
      sort: SORTS.newest,
      limit: 1,
    });
    const [row] = page.items;
    if (row === undefined) throw new AppError('NOT_FOUND');
    return this.present(row);
  }

  private present(row: KycApplicationRow): AdminKycApplicationDto {
    return mapAdminKyc(row, unseal(row.ssnCiphertext, this.keys));
  }
}

/** Matches the user, or the names on the application. */
const FOUND = `k.user_id = any(${MATCHING_USER_IDS_SQL})
  or search_key(k.first_name, k.last_name, k.company_name) like search_key(?)`;

function whereOf({ search, status, accountType }: KycApplicationsQuery): Where {
  const where = new Where().andIf('k.status = ?', status).andIf('k.account_type = ?', accountType);
  if (!search) return where;
  const patterns = userPatterns(search);
  return where.and(FOUND, ...patterns, patterns[0]);
}
