import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { AccountType, KycStatus } from '@moniker/common/applications.js';

/**
 * An application for identity verification (KYC-1). Its documents are in `kyc_document`. Only this table stores the
 * SSN, which is encrypted (KYC-23).
 */
@Entity('kyc_application')
export class KycApplicationEntity {
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid', { name: 'user_id' })
  userId: string;

  @Column('text')
  status: KycStatus;

  @Column('text', { name: 'account_type' })
  accountType: AccountType;

  @Column('text', { name: 'first_name' })
  firstName: string;

  @Column('text', { name: 'last_name' })
  lastName: string;

  @Column('text', { name: 'company_name', nullable: true })
  companyName: string | null;

  @Column('text')
  street: string;

  @Column('text')
  city: string;

  @Column('text')
  state: string;

  @Column('text', { name: 'zip_code' })
  zipCode: string;

  @Column('bytea', { name: 'ssn_ciphertext' })
  ssnCiphertext: Buffer;

  /**
   * The keyed digest under which the SSN was last claimed (KYC-11); null if the application was submitted before
   * the log recorded digests (LED-70).
   */
  @Column('bytea', { name: 'ssn_index', nullable: true })
  ssnIndex: Buffer | null;

  /**
   * The salt of the digests in the log (LED-70). Erasing the row also erases the salt, and with it the only link from
   * the digests to a person.
   */
  @Column('text', { name: 'digest_salt', nullable: true })
  digestSalt: string | null;

  @Column('text', { name: 'admin_notes', nullable: true })
  adminNotes: string | null;

  @Column('timestamptz', { name: 'submitted_at' })
  submittedAt: Date;

  @Column('timestamptz', { name: 'reviewed_at', nullable: true })
  reviewedAt: Date | null;

  @Column('uuid', { name: 'reviewed_by', nullable: true })
  reviewedBy: string | null;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;

  /** Incremented by each change, whether by the applicant or by an admin. */
  @Column('integer')
  revision: number;
}
