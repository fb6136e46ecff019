import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { AdminRole } from '@moniker/common/admin-roles.js';

export type UserStatus = 'active' | 'deleted';

/** A user. Deletion keeps the row and erases all personal data in it. */
@Entity('app_user')
export class UserEntity {
  @PrimaryColumn('uuid', { name: 'id' })
  id: string;

  /** As typed, but in lowercase. */
  @Column('text', { name: 'email' })
  email: string;

  /** A key shared by all spellings of a mailbox's address (`emailKey`); null if it equals `email`. */
  @Column('text', { name: 'email_key', nullable: true })
  emailKey: string | null;

  @Column('text', { name: 'first_name' })
  firstName: string;

  @Column('text', { name: 'last_name' })
  lastName: string;

  @Column('text', { name: 'moniker' })
  moniker: string;

  @Column('text', { name: 'phone_number', nullable: true })
  phoneNumber: string | null;

  /** Selected only by queries that name it, so it cannot leak by accident. */
  @Column('text', { name: 'password_hash', select: false })
  passwordHash?: string;

  @Column('boolean', { name: 'is_admin' })
  isAdmin: boolean;

  @Column('text', { name: 'admin_role', nullable: true })
  adminRole: AdminRole | null;

  @Column('boolean', { name: 'is_email_verified' })
  isEmailVerified: boolean;

  @Column('text', { name: 'status' })
  status: UserStatus;

  /** When the account was frozen by an admin (ADM-60) or by its user's report (AUTH-61); null if it isn't frozen. */
  @Column('timestamptz', { name: 'frozen_at', nullable: true })
  frozenAt: Date | null;

  @Column('boolean', { name: 'is_sign_in_blocked' })
  isSignInBlocked: boolean;

  /**
   * Whether the user has ever signed in. A user's first sign-in causes no email about a new browser (AUTH-60).
   */
  @Column('boolean', { name: 'has_signed_in' })
  hasSignedIn: boolean;

  /** Whether other customers can find the user by their moniker (SET-13). */
  @Column('boolean', { name: 'is_findable' })
  isFindable: boolean;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;

  @Column('timestamptz', { name: 'deleted_at', nullable: true })
  deletedAt: Date | null;
}
