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
import { SSN_PATTERN } from '@moniker/common/ssn.js';
import { AccountRequestDto } from '../account-requests/account-request.dto.js';
import { NameText, OneOf, ShortText } from '../../http/fields.js';
import { PersonName } from '../../identity/users/users.service.js';
import type { LatestKyc } from './kyc-application.entity.js';
import { DocumentPath, KnownState, ObjectPath, REQUIRED, RequiredPattern } from './kyc-fields.js';

/** A KYC application as its applicant sees it. */
export class KycDto {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ enum: KYC_STATUSES })
  status: KycStatus;

  @ApiProperty({ enum: ACCOUNT_TYPES })
  accountType: AccountType;

  @ApiProperty({ type: String, nullable: true, description: 'The reason for a rejection; null otherwise' })
  adminNotes: string | null;

  @ApiProperty({ format: 'date-time' })
  submittedAt: string;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  reviewedAt: string | null;
}

export class KycStatusDto {
  @ApiProperty({ type: KycDto, nullable: true })
  kyc: KycDto | null;

  @ApiProperty({ type: AccountRequestDto, nullable: true })
  accountRequest: AccountRequestDto | null;
}

/** What the customer entered in their newest application, if it was rejected (KYC-31). Never the SSN. */
export class RejectedApplicationDto {
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

export class CreateKycBody {
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

  @RequiredPattern(SSN_PATTERN, 'SSN must be 9 digits')
  ssn: string;

  @DocumentPath('drivingLicenseFront')
  drivingLicenseFront: string;

  @DocumentPath('drivingLicenseBack')
  drivingLicenseBack: string;

  @DocumentPath('llcDocument')
  llcDocument?: string | null;

  @DocumentPath('einDocument')
  einDocument?: string | null;
}

export class UploadDocumentBody {
  @OneOf(DOCUMENT_KINDS)
  documentType: DocumentKind;

  @ObjectPath()
  documentUrl: string;
}

export function mapKyc(kyc: LatestKyc): KycDto {
  return {
    id: kyc.id,
    status: kyc.status,
    accountType: kyc.accountType,
    adminNotes: kyc.status === 'rejected' ? kyc.adminNotes : null,
    submittedAt: kyc.submittedAt.toISOString(),
    reviewedAt: kyc.reviewedAt?.toISOString() ?? null,
  };
}
