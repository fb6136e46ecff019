import { useId, useState, type KeyboardEvent } from 'react';
import { SearchInput } from '@/components/ui/input';
import type { EventPerson } from '@/lib/api/types';
import { cn } from '@/lib/cn';
import { isComposing } from '@/lib/is-composing';
import { useDebouncedText } from '@/lib/use-debounced-text';
import { usePeople } from './queries/use-people';

type PersonSearchProps = { label: string; className?: string; onChoose: (person: EventPerson) => void };

/** Finds a user by name, email address, moniker or id. A combobox (WAI-ARIA pattern). */
export function PersonSearch({ label, className, onChoose }: PersonSearchProps) {
  const listId = useId();
  const [search, setSearch] = useState('');
  const [text, setText] = useDebouncedText(search, setSearch);
  const [active, setActive] = useState(0);
  const { data } = usePeople(search);
  const isShown = text.trim().length > 1 && data !== undefined;
  const people = isShown ? data : [];

  const choose = (person: EventPerson | undefined) => {
    if (!person) return;
    setText('');
    setSearch('');
    onChoose(person);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && people.length > 0) {
      event.preventDefault();
      setActive((active + step + people.length) % people.length);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      // Until the search has caught up with the typed text, the list shows people found earlier.
      if (text === search) choose(people[active]);
    } else if (event.key === 'Escape' && text !== '') {
      event.stopPropagation();
      setText('');
    }
  };

  return (
    <div className={cn('relative', className)}>
      <SearchInput
        label={label}
        role="combobox"
        autoComplete="off"
        aria-autocomplete="list"
        aria-expanded={isShown}
        aria-controls={listId}
        aria-activedescendant={people[active] ? `${listId}-${active}` : undefined}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setActive(0);
        }}
        onKeyDown={onKeyDown}
        onBlur={() => setText('')}
      />
      <ul
        id={listId}
        role="listbox"
        aria-label={label}
        hidden={!isShown || people.length === 0}
        className="absolute inset-x-0 top-full z-30 mt-1 max-h-72 overflow-y-auto rounded-md border border-rule-strong bg-sheet py-1 sm:min-w-72"
      >
        {people.map((person, index) => (
          <li
            key={person.id}
            id={`${listId}-${index}`}
            role="option"
            aria-selected={index === active}
            // `pointerdown` fires before the input's blur, which would clear the list.
            onPointerDown={(event) => {
              event.preventDefault();
              choose(person);
            }}
            className={cn('cursor-pointer px-3 py-2.5 text-sm', index === active && 'bg-hover')}
          >
            <span className="block font-[550]">{person.name}</span>
            <span className="block break-all text-ink-3">{person.email ?? person.id}</span>
          </li>
        ))}
      </ul>
      {isShown && people.length === 0 ? (
        <p className="absolute inset-x-0 top-full z-30 mt-1 rounded-md border border-rule-strong bg-sheet px-3 py-2.5 text-sm text-ink-3">
          No matches
        </p>
      ) : null}
      <span role="status" className="sr-only">
        {isShown ? (people.length === 0 ? 'No matches' : `${people.length} found`) : ''}
      </span>
    </div>
  );
}
