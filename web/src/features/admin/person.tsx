type PersonFields = { firstName: string; lastName: string; email: string };

/** A person's name; people who were deleted have none left. */
export function nameOf(person: PersonFields | null): string {
  if (!person) return 'a deleted user';
  return `${person.firstName} ${person.lastName}`.trim() || person.email;
}

/** Name over e-mail address. */
export function Person({ person }: { person: PersonFields | null }) {
  if (!person) return <span className="text-ink-3">Deleted user</span>;
  return (
    <span className="block min-w-0">
      <span className="block font-[550]">{nameOf(person)}</span>
      <span className="block break-all text-ink-3">{person.email}</span>
    </span>
  );
}
