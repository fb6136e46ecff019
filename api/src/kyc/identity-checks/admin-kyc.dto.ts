import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ArrayMaxSize, IsArray, IsIn } from 'class-validator';
import { DOCUMENT_KINDS, type DocumentKind } from '@moniker/common/applications.js';
import { MAX_ADMIN_NOTES_LENGTH } from '@moniker/common/text-lengths.js';
import { LongText, Optional, Revision } from '../../http/fields.js';
import { KYC_COMPARISONS, type KycComparison } from '../../ledger/domain/events.js';

const READ_SUBJECTS = ['ssn', ...DOCUMENT_KINDS, 'replacedDocument'] as const;

/** A record that an admin viewed an application's SSN or one of its documents (KYC-25). */
export class KycReadDto {
  @ApiProperty({ description: 'Position of the event in the log' })
  position: number;

  @ApiProperty({ enum: READ_SUBJECTS })
  what: (typeof READ_SUBJECTS)[number];

  @ApiProperty({ type: String, nullable: true, description: 'Name of the admin' })
  by: string | null;

  @ApiProperty({ description: 'Whether you viewed it' })
  isOwn: boolean;

  @ApiProperty()
  at: Date;
}

export class SsnDto {
  @ApiProperty({ example: '123-45-6789' })
  ssn: string;
}

/** An optional field of every decision: the application revision that the decision is based on (KYC-21). */
class DecideKycBody {
  @Revision({ optional: true, description: 'The revision that the decision is based on' })
  expectedRevision?: number;
}

export class ResetKycBody extends DecideKycBody {}

export class ApproveKycBody extends DecideKycBody {
  @LongText(MAX_ADMIN_NOTES_LENGTH, { optional: true })
  notes?: string | null;

  /** The fields that the reviewer has compared with the documents (KYC-51). */
  @IsArray({ message: 'comparisons must be a list' })
  @ArrayMaxSize(KYC_COMPARISONS.length, {
    message: `comparisons must have at most ${KYC_COMPARISONS.length} items`,
  })
  @IsIn(KYC_COMPARISONS, {
    each: true,
    message: `each comparison must be one of ${KYC_COMPARISONS.join(', ')}`,
  })
  @Optional()
  @ApiPropertyOptional({ enum: KYC_COMPARISONS, isArray: true, maxItems: KYC_COMPARISONS.length })
  comparisons?: KycComparison[];
}

export class RejectKycBody extends DecideKycBody {
  @LongText(MAX_ADMIN_NOTES_LENGTH, { message: 'Add a reason' })
  notes: string;

  /** The documents the customer must send again; all if empty (KYC-64). */
  @IsArray({ message: 'documents must be a list' })
  @ArrayMaxSize(DOCUMENT_KINDS.length, {
    message: `documents must have at most ${DOCUMENT_KINDS.length} items`,
  })
  @IsIn(DOCUMENT_KINDS, { each: true, message: `each document must be one of ${DOCUMENT_KINDS.join(', ')}` })
  @Optional()
  @ApiPropertyOptional({ enum: DOCUMENT_KINDS, isArray: true, maxItems: DOCUMENT_KINDS.length })
  documents?: DocumentKind[];
}
