import type { ComponentProps } from 'react';
import { Select } from '@/components/ui/select';
import type { AdminUser } from '@/lib/api/types';
import { nameOf } from './person';

type UserSelectProps = ComponentProps<'select'> & { users: readonly AdminUser[] };

export function UserSelect({ users, ...rest }: UserSelectProps) {
  return (
    <Select {...rest}>
      <option value="">Select a user</option>
      {users.map((user) => (
        <option key={user.id} value={user.id}>
          {nameOf(user)}, {user.email}
        </option>
      ))}
    </Select>
  );
}
