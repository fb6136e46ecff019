import { ApiProperty, ApiPropertyOptional, IntersectionType } from '@nestjs/swagger';
import { ArrayMaxSize, IsArray, IsIn } from 'class-validator';
import {
  ACCOUNT_TYPES,
  type AccountType,
  DOCUMENT_KINDS,
  type DocumentKind,
  KYC_STATUSES,
  type KycStatus,
} from '@moniker/common/applications.js';
import { maskSsn } from '@moniker/common/ssn.js';
import { MAX_ADMIN_NOTES_LENGTH } from '@moniker/common/text-lengths.js';
import { LongText, OneOf, Optional, Revision } from '../../http/fields.js';
import { KYC_COMPARISONS, type KycComparison } from '../../ledger/domain/events.js';
import { TIME_SORTS, type TimeSort } from '../../http/list.js';
import { pageDto, PageQuery } from '../../http/page.js';
import type { ColumnsOf } from '../../platform/database/select.js';
import { isReplacedSql } from '../../platform/database/is-replaced.js';
import { USER_SUMMARY_SQL, UserSummaryDto } from '../../identity/users/user-summary.dto.js';
import { ADMIN_DOCUMENTS_SQL, AdminDocumentDto, documentFields, documentPaths } from './document.dto.js';
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
    description: 'Whether its customer has submitted a newer one, so that it cannot be decided',
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

const READ_SUBJECTS = ['ssn', ...DOCUMENT_KINDS, 'replacedDocument'] as const;

/** One recorded access of an admin to the SSN or a document of an application (KYC-25). */
export class KycReadDto {
  @ApiProperty({ description: 'Position of the event in the log' })
  position: number;

  @ApiProperty({ enum: READ_SUBJECTS })
  what: (typeof READ_SUBJECTS)[number];

  @ApiProperty({ type: String, nullable: true, description: 'Name of the admin' })
  by: string | null;

  @ApiProperty()
  at: Date;
}

export class SsnDto {
  @ApiProperty({ example: '123-45-6789' })
  ssn: string;
}

/** A decision with the revision of the application that it is based on (KYC-21). */
class DecideKycBody {
  @Revision({ optional: true, description: 'The revision that the decision is based on' })
  expectedRevision?: number;
}

export class ResetKycBody extends DecideKycBody {}

export class ApproveKycBody extends DecideKycBody {
  @LongText(MAX_ADMIN_NOTES_LENGTH, { optional: true })
  notes?: string | null;

  /** What the reviewer confirms to have compared with the documents (KYC-51). */
  @IsArray({ message: 'comparisons must be a list' })
  @ArrayMaxSize(KYC_COMPARISONS.length, {
    message: `comparisons must have at most ${KYC_COMPARISONS.length} items`,
  })
  @IsIn(KYC_COMPARISONS, { each: true, message: `comparisons must be of ${KYC_COMPARISONS.join(', ')}` })
  @Optional()
  @ApiPropertyOptional({ enum: KYC_COMPARISONS, isArray: true, maxItems: KYC_COMPARISONS.length })
  comparisons?: KycComparison[];
}

export class RejectKycBody extends DecideKycBody {
  @LongText(MAX_ADMIN_NOTES_LENGTH, { message: 'Please give a reason for the rejection' })
  notes: string;

  /** The documents that the customer is to send again; all, if none is named (KYC-64). */
  @IsArray({ message: 'documents must be a list' })
  @ArrayMaxSize(DOCUMENT_KINDS.length, {
    message: `documents must have at most ${DOCUMENT_KINDS.length} items`,
  })
  @IsIn(DOCUMENT_KINDS, { each: true, message: `documents must be of ${DOCUMENT_KINDS.join(', ')}` })
  @Optional()
  @ApiPropertyOptional({ enum: DOCUMENT_KINDS, isArray: true, maxItems: DOCUMENT_KINDS.length })
  documents?: DocumentKind[];
}

/** A row of the list before `mapAdminKyc`. */
export type KycApplicationRow = Omit<AdminKycApplicationDto, DocumentKind | 'address' | 'ssn'> & {
  readonly ssnCiphertext: Buffer;
};

/** `k` is the application, `u` its applicant, and `d` the admin who decided. */
export const KYC_COLUMNS: ColumnsOf<KycApplicationRow> = {
  ...ENTERED_COLUMNS,
  id: 'k.id',
  userId: 'k.user_id',
  user: USER_SUMMARY_SQL,
  status: 'k.status',
  ssnCiphertext: 'k.ssn_ciphertext',
  documents: ADMIN_DOCUMENTS_SQL,
  adminNotes: 'k.admin_notes',
  submittedAt: 'k.submitted_at',
  reviewedAt: 'k.reviewed_at',
  createdAt: 'k.created_at',
  reviewedBy: `d.first_name || ' ' || d.last_name`,
  revision: 'k.revision',
  isReplaced: isReplacedSql('kyc_application', 'k'),
};

export function mapAdminKyc(
  { ssnCiphertext: _, ...row }: KycApplicationRow,
  ssn: string,
): AdminKycApplicationDto {
  return {
    ...row,
    address: `${row.street}, ${row.city}, ${row.state} ${row.zipCode}`,
    ssn: maskSsn(ssn),
    ...documentPaths(row.documents),
  };
}
