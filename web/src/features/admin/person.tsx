import { isolate } from '@moniker/common/typed-text.js';
import type { ReactNode } from 'react';

type PersonFields = { firstName: string; lastName: string; email: string };

/** A user's name, for use in a sentence (REG-42). A deleted user has no name. */
export function personName(person: PersonFields | null): string {
  if (!person) return 'a deleted user';
  return isolate(`${person.firstName} ${person.lastName}`.trim() || person.email);
}

type PersonProps = {
  person: PersonFields | null;
  /** Badges next to the name. */
  children?: ReactNode;
};

/** A user's name and email address. */
export function Person({ person, children }: PersonProps) {
  if (!person) return <span className="text-ink-3">Deleted user</span>;
  return (
    <span className="block min-w-0 xl:min-w-44">
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <bdi className="min-w-0 font-[550]">{personName(person)}</bdi>
        {children}
      </span>
      <span className="block break-all text-ink-3">{person.email}</span>
    </span>
  );
}
