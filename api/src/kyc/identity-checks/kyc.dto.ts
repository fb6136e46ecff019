import { ApiProperty } from '@nestjs/swagger';
import { ZIP_CODE_PATTERN } from '@moniker/common/address.js';
import {
  ACCOUNT_TYPES,
  type AccountType,
  DOCUMENT_KINDS,
  type DocumentKind,
  KYC_STATUSES,
  type KycStatus,
} from '@moniker/common/applications.js';
import { AccountRequestDto } from '../account-requests/account-request.dto.js';
import { NameText, OneOf, ShortText } from '../../http/fields.js';
import type { ColumnsOf } from '../../platform/database/select.js';
import { PersonName } from '../../identity/users/users.service.js';
import {
  DocumentDto,
  documentFields,
  DocumentPath,
  DOCUMENTS_SQL,
  NAMED_KINDS_SQL,
  ObjectPath,
} from './document.dto.js';
import { KnownState, REQUIRED, RequiredPattern, Ssn } from './kyc-fields.js';

/** The status of a KYC application, as its applicant sees it. */
export class KycSummaryDto {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ enum: KYC_STATUSES })
  status: KycStatus;

  @ApiProperty({ enum: ACCOUNT_TYPES })
  accountType: AccountType;

  @ApiProperty({ type: String, nullable: true, description: 'The reason for a rejection; null otherwise' })
  adminNotes: string | null;

  @ApiProperty()
  submittedAt: Date;

  @ApiProperty({ type: Date, nullable: true })
  reviewedAt: Date | null;
}

export const KYC_SUMMARY_COLUMNS: ColumnsOf<KycSummaryDto> = {
  id: 'k.id',
  status: 'k.status',
  accountType: 'k.account_type',
  adminNotes: `case when k.status = 'rejected' then k.admin_notes end`,
  submittedAt: 'k.submitted_at',
  reviewedAt: 'k.reviewed_at',
};

/** A KYC application with its documents, as its applicant sees it (KYC-63). */
export class KycDto extends KycSummaryDto {
  @ApiProperty({
    type: [DocumentDto],
    description: 'Empty unless the application is pending or rejected, or its account request is rejected',
  })
  documents: DocumentDto[];

  @ApiProperty({
    enum: DOCUMENT_KINDS,
    isArray: true,
    description:
      'If the application is rejected: the documents that the customer must send again; all if empty',
  })
  documentsToReplace: DocumentKind[];
}

/** The status of the newest account request by `k`'s applicant. */
export const REQUEST_STATUS_SQL = `(select r.status from account_request r where r.user_id = k.user_id
    order by r.created_at desc, r.id desc limit 1)`;

export const CUSTOMER_KYC_COLUMNS: ColumnsOf<KycDto> = {
  ...KYC_SUMMARY_COLUMNS,
  documents: `case when k.status <> 'approved' or ${REQUEST_STATUS_SQL} = 'rejected' then ${DOCUMENTS_SQL} else '[]' end`,
  documentsToReplace: `case when k.status = 'rejected' then ${NAMED_KINDS_SQL} else '[]' end`,
};

export class KycStatusDto {
  @ApiProperty({ type: KycDto, nullable: true })
  kyc: KycDto | null;

  @ApiProperty({ type: AccountRequestDto, nullable: true })
  accountRequest: AccountRequestDto | null;
}

/** What an applicant entered, without the SSN. */
export class EnteredDetailsDto {
  @ApiProperty({ enum: ACCOUNT_TYPES })
  accountType: AccountType;

  @ApiProperty()
  firstName: string;

  @ApiProperty()
  lastName: string;

  @ApiProperty({ type: String, nullable: true })
  companyName: string | null;

  @ApiProperty()
  street: string;

  @ApiProperty()
  city: string;

  @ApiProperty()
  state: string;

  @ApiProperty()
  zipCode: string;
}

/** `k` is the application. */
export const ENTERED_COLUMNS: ColumnsOf<EnteredDetailsDto> = {
  accountType: 'k.account_type',
  firstName: 'k.first_name',
  lastName: 'k.last_name',
  companyName: 'k.company_name',
  street: 'k.street',
  city: 'k.city',
  state: 'k.state',
  zipCode: 'k.zip_code',
};

export class CreateKycBody extends documentFields<string | null | undefined>(DocumentPath) {
  @OneOf(ACCOUNT_TYPES)
  accountType: AccountType;

  @PersonName(REQUIRED, 80)
  firstName: string;

  @PersonName(REQUIRED, 80)
  lastName: string;

  @NameText(120, { optional: true, description: 'For business accounts only' })
  companyName?: string | null;

  @ShortText(160, { message: REQUIRED })
  street: string;

  @ShortText(80, { message: REQUIRED })
  city: string;

  @KnownState()
  state: string;

  @RequiredPattern(ZIP_CODE_PATTERN, 'ZIP code must be 5 digits')
  zipCode: string;

  @Ssn()
  ssn?: string | null;
}

export class UploadDocumentBody {
  @OneOf(DOCUMENT_KINDS)
  documentType: DocumentKind;

  @ObjectPath()
  documentUrl: string;
}
