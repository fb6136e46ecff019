import type { ReactNode } from 'react';
import { Avatar } from '@/components/ui/avatar';
import type { Recipient } from '@/lib/api/types';
import { initialsOfName } from '@/lib/format';
import { useFailure } from '@/lib/use-failure';
import type { Person } from './people';
import { useFindRecipient } from './queries/use-find-recipient';
import type { FoundRecipient } from './recipients';

/** People to choose from with one click. On a phone, one row that scrolls sideways. */
export function PersonTiles({ label, children }: { label?: string; children: ReactNode }) {
  return (
    <ul
      aria-label={label}
      className="mt-3 gap-2 max-sm:-mx-4 max-sm:flex max-sm:overflow-x-auto max-sm:px-4 max-sm:pb-1 sm:grid sm:grid-cols-3"
    >
      {children}
    </ul>
  );
}

type KnownPeopleProps = {
  people: readonly Person[];
  onFound: (found: FoundRecipient) => void;
  /** Called for a person whom the customer has paid before, so no lookup is needed. */
  onKnown: (recipient: Recipient) => void;
  /** The error message if a lookup fails and the server sends no message. */
  failure: string;
};

/** People whom the customer knows by moniker. Choosing one who has not been paid yet looks them up first (TRF-103). */
export function KnownPeople({ people, onFound, onKnown, failure }: KnownPeopleProps) {
  const find = useFindRecipient();
  const fail = useFailure();
  const choose = ({ moniker, recipient }: Person) => {
    if (recipient) onKnown(recipient);
    else find.mutate(moniker, { onSuccess: onFound, onError: (error) => fail(error, failure) });
  };
  return people.map((person) => (
    <PersonTile
      key={person.moniker}
      name={person.name || `$${person.moniker}`}
      isDisabled={find.isPending}
      onClick={() => choose(person)}
    >
      <span translate="no">{person.name ? `$${person.moniker}` : null}</span>
    </PersonTile>
  ));
}

type PersonTileProps = { name: string; isDisabled?: boolean; onClick: () => void; children: ReactNode };

export function PersonTile({ name, isDisabled, onClick, children }: PersonTileProps) {
  return (
    <li className="max-sm:w-20 max-sm:shrink-0">
      <button
        type="button"
        disabled={isDisabled}
        onClick={onClick}
        className="relative flex h-full w-full items-center gap-3 rounded-md border-rule-strong bg-sheet text-left text-sm transition-colors duration-120 hover:bg-hover max-sm:flex-col max-sm:gap-1.5 max-sm:px-1 max-sm:py-1.5 max-sm:text-center max-sm:text-xs sm:min-h-14 sm:border sm:px-3 sm:py-2"
      >
        <Avatar initials={initialsOfName(name)} />
        <span className="min-w-0 max-sm:w-full">
          <bdi translate="no" className="line-clamp-2 font-[550] wrap-anywhere">
            {name}
          </bdi>
          <span className="tnum block truncate text-xs text-ink-3">{children}</span>
        </span>
      </button>
    </li>
  );
}
