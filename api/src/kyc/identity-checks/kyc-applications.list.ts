import { ApiProperty, IntersectionType } from '@nestjs/swagger';
import {
  ACCOUNT_TYPES,
  type AccountType,
  type DocumentKind,
  KYC_STATUSES,
  type KycStatus,
} from '@moniker/common/applications.js';
import { OneOf } from '../../http/fields.js';
import { byTime, type ExportedList, TIME_SORTS, type TimeSort } from '../../http/list.js';
import { pageDto, PageQuery } from '../../http/page.js';
import { isReplacedSql } from '../../platform/database/is-replaced.js';
import {
  MATCHING_USER_IDS_SQL,
  USER_SUMMARY_SQL,
  userPatterns,
  UserSummaryDto,
} from '../../identity/users/user-summary.dto.js';
import { ADMIN_DOCUMENTS_SQL, AdminDocumentDto, documentFields } from './document.dto.js';
import { ENTERED_COLUMNS, EnteredDetailsDto } from './kyc.dto.js';

const DocumentPaths = documentFields<string | null>(() => ApiProperty({ type: String, nullable: true }));

/** A KYC application as admins see it (ADM-24). */
export class AdminKycApplicationDto extends IntersectionType(DocumentPaths, EnteredDetailsDto) {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ format: 'uuid' })
  userId: string;

  @ApiProperty({ type: UserSummaryDto })
  user: UserSummaryDto;

  @ApiProperty({ enum: KYC_STATUSES })
  status: KycStatus;

  @ApiProperty({ example: '1 Main Street, San Francisco, CA 94105' })
  address: string;

  @ApiProperty({ example: '***-**-6789', description: 'Masked; the full number has its own route' })
  ssn: string;

  @ApiProperty({ type: [AdminDocumentDto] })
  documents: AdminDocumentDto[];

  @ApiProperty({ type: String, nullable: true })
  adminNotes: string | null;

  @ApiProperty()
  submittedAt: Date;

  @ApiProperty({ type: Date, nullable: true })
  reviewedAt: Date | null;

  @ApiProperty()
  createdAt: Date;

  @ApiProperty({ type: String, nullable: true, description: 'Name of the admin who decided' })
  reviewedBy: string | null;

  @ApiProperty({ description: 'Incremented by each change. Send it as `expectedRevision` with a decision' })
  revision: number;

  @ApiProperty({
    description:
      'Whether the customer has submitted a newer application, so this one can no longer be decided',
  })
  isReplaced: boolean;
}

export class KycApplicationPageDto extends pageDto(AdminKycApplicationDto) {}

/** Filters and order of the KYC application list (ADM-13). */
export class KycApplicationsQuery extends PageQuery {
  @OneOf(KYC_STATUSES, { optional: true })
  status?: KycStatus;

  @OneOf(ACCOUNT_TYPES, { optional: true })
  accountType?: AccountType;

  @OneOf(TIME_SORTS, { optional: true })
  sort?: TimeSort;
}

/** Matches the user, or the names on the application. */
const FOUND = `k.user_id = any(${MATCHING_USER_IDS_SQL})
  or search_key(k.first_name, k.last_name, k.company_name) like search_key(?)`;

/** A row of the list with the SSN as stored. */
export interface KycApplicationRow extends Omit<AdminKycApplicationDto, DocumentKind | 'ssn'> {
  readonly ssnCiphertext: Buffer;
}

/** `k` is the application, `u` its applicant, and `d` the admin who decided. */
export const KYC_APPLICATIONS: ExportedList<KycApplicationRow, KycApplicationsQuery> = {
  columns: {
    ...ENTERED_COLUMNS,
    id: 'k.id',
    userId: 'k.user_id',
    user: USER_SUMMARY_SQL,
    status: 'k.status',
    address: `k.street || ', ' || k.city || ', ' || k.state || ' ' || k.zip_code`,
    ssnCiphertext: 'k.ssn_ciphertext',
    documents: ADMIN_DOCUMENTS_SQL,
    adminNotes: 'k.admin_notes',
    submittedAt: 'k.submitted_at',
    reviewedAt: 'k.reviewed_at',
    createdAt: 'k.created_at',
    reviewedBy: `d.first_name || ' ' || d.last_name`,
    revision: 'k.revision',
    isReplaced: isReplacedSql('kyc_application', 'k'),
  },
  tables: `kyc_application k join app_user u on u.id = k.user_id left join app_user d on d.id = k.reviewed_by`,
  // The count needs no join, because deleting a user also deletes their applications.
  countedTables: 'kyc_application k',
  id: { by: 'k.id', type: 'uuid' },
  sorts: byTime('k.created_at'),
  filters: {
    status: 'k.status = ?',
    accountType: 'k.account_type = ?',
    search: (where, text) => {
      const patterns = userPatterns(text);
      return where.and(FOUND, ...patterns, patterns[0]);
    },
  },
  // Leaves out the SSN and the documents, because nobody records who reads an exported file (ADM-13).
  csv: {
    fileName: 'kyc-applications.csv',
    columns: {
      'Submitted (UTC)': (row) => row.submittedAt,
      'First name': (row) => row.firstName,
      'Last name': (row) => row.lastName,
      Company: (row) => row.companyName,
      Email: ({ user }) => user.email,
      'Account type': (row) => row.accountType,
      Status: (row) => row.status,
      Replaced: (row) => (row.isReplaced ? 'yes' : ''),
      'Reviewed by': (row) => row.reviewedBy,
      'Reviewed (UTC)': (row) => row.reviewedAt,
      Notes: (row) => row.adminNotes,
    },
  },
};
