import { Column, Entity, PrimaryColumn } from 'typeorm';

export type UserStatus = 'active' | 'deleted';

/** A person at the bank. A deleted one keeps the row and loses everything that identifies a person. */
@Entity('app_user')
export class UserEntity {
  @PrimaryColumn('uuid', { name: 'id' })
  id: string;

  /** Lower-case, always. */
  @Column('text', { name: 'email' })
  email: string;

  @Column('text', { name: 'first_name' })
  firstName: string;

  @Column('text', { name: 'last_name' })
  lastName: string;

  @Column('text', { name: 'moniker' })
  moniker: string;

  @Column('text', { name: 'phone_number', nullable: true })
  phoneNumber: string | null;

  /** Left out of every query that does not ask for it by name, so that it cannot travel by accident. */
  @Column('text', { name: 'password_hash', select: false })
  passwordHash?: string;

  @Column('boolean', { name: 'is_admin' })
  isAdmin: boolean;

  @Column('boolean', { name: 'is_email_verified' })
  isEmailVerified: boolean;

  @Column('text', { name: 'status' })
  status: UserStatus;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;

  @Column('timestamptz', { name: 'deleted_at', nullable: true })
  deletedAt: Date | null;
}
