import { useQueryClient } from '@tanstack/react-query';
import { Check, ChevronsUpDown } from 'lucide-react';
import { useId, useState, type KeyboardEvent } from 'react';
import { Exact } from '@/components/ui/exact';
import { Field, type ControlProps } from '@/components/ui/field';
import { controlClass } from '@/components/ui/input';
import type { AdminUser } from '@/lib/api/types';
import { cn } from '@/lib/cn';
import { isComposing } from '@/lib/is-composing';
import { useDebouncedText } from '@/lib/use-debounced-text';
import { personName } from './person';
import { adminUserKey, useAdminUser } from './use-admin-user';
import { useUserSearch } from './use-user-search';

type UserFieldProps = Omit<UserSelectProps, keyof ControlProps> & { error: string | undefined };

/** A form field that selects a user. */
export function UserField({ error, ...select }: UserFieldProps) {
  return (
    <Field label="User" error={error}>
      {(control) => <UserSelect {...control} {...select} />}
    </Field>
  );
}

type UserSelectProps = ControlProps & {
  /** Id of the selected user, or an empty string. */
  value: string;
  onPick: (user: AdminUser) => void;
};

/** Selects one user with a server-side search. A combobox (WAI-ARIA pattern) whose list is part of the page flow. */
function UserSelect({ value, onPick, ...control }: UserSelectProps) {
  const client = useQueryClient();
  const [isOpen, setIsOpen] = useState(false);
  const [search, setSearch] = useState('');
  const [text, setText] = useDebouncedText(search, setSearch);
  const [active, setActive] = useState(0);
  const chosen = useAdminUser(value || null).data;
  const found = useUserSearch(search, isOpen);
  const users = found.data?.items ?? [];
  const listId = useId();

  const close = () => {
    setIsOpen(false);
    setText('');
  };
  const open = () => {
    setIsOpen(true);
    setActive(0);
  };
  const pick = (user: AdminUser) => {
    // Caches the user, so the name appears without a request.
    client.setQueryData(adminUserKey(user.id), user);
    onPick(user);
    close();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      if (isOpen) setActive((index) => Math.min(Math.max(index + step, 0), Math.max(users.length - 1, 0)));
      else open();
      return;
    }
    if (!isOpen) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      const user = users[active];
      if (user && text === search) pick(user);
    }
    if (event.key === 'Escape') close();
  };
  return (
    <div>
      <div className="relative">
        <input
          {...control}
          name="userId"
          type="text"
          role="combobox"
          data-own-escape
          autoComplete="off"
          aria-expanded={isOpen}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={isOpen && users[active] ? `${listId}-${users[active].id}` : undefined}
          placeholder={isOpen ? 'Name, email, moniker or number' : 'Select a user'}
          className={cn(controlClass, 'truncate pr-9')}
          value={isOpen ? text : userLabel(chosen)}
          onChange={(event) => {
            open();
            setText(event.target.value);
          }}
          onClick={open}
          onKeyDown={onKeyDown}
          onBlur={close}
        />
        <ChevronsUpDown
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-ink-3"
        />
      </div>
      <ul
        id={listId}
        role="listbox"
        aria-label="Users"
        hidden={!isOpen || users.length === 0}
        className="mt-1 max-h-60 overflow-y-auto overscroll-contain rounded-md border border-rule-strong bg-sheet py-1 [contain:inline-size]"
      >
        {users.map((user, index) => (
          <UserOption
            key={user.id}
            id={`${listId}-${user.id}`}
            user={user}
            isActive={index === active}
            isChosen={user.id === value}
            onPick={() => pick(user)}
          />
        ))}
      </ul>
      <p role="status" className={cn('text-xs text-ink-3', isOpen && users.length === 0 && 'mt-1.5')}>
        {isOpen ? searchStatus(found, users.length) : ''}
      </p>
    </div>
  );
}

type UserOptionProps = {
  id: string;
  user: AdminUser;
  isActive: boolean;
  isChosen: boolean;
  onPick: () => void;
};

function UserOption({ id, user, isActive, isChosen, onPick }: UserOptionProps) {
  return (
    <li
      id={id}
      role="option"
      aria-selected={isChosen}
      ref={isActive ? (node) => node?.scrollIntoView({ block: 'nearest' }) : undefined}
      // Keeps the focus in the input, because blurring the input would close the list.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPick}
      className={cn(
        'flex min-h-11 cursor-pointer items-center gap-2 px-3 py-1.5 text-sm hover:bg-hover',
        isActive && 'bg-hover',
      )}
    >
      <span className="min-w-0 flex-1">
        <span className="block truncate font-[550]">{personName(user)}</span>
        <span className="block truncate text-xs text-ink-3">
          {user.email} · <Exact>{`$${user.moniker}`}</Exact>
        </span>
      </span>
      {isChosen ? <Check aria-hidden="true" className="size-4 shrink-0 text-accent" /> : null}
    </li>
  );
}

function userLabel(user: AdminUser | undefined): string {
  return user ? `${personName(user)}, ${user.email}` : '';
}

function searchStatus(found: { isPending: boolean; isError: boolean }, count: number): string {
  if (found.isPending) return 'Searching…';
  if (found.isError) return "We couldn't load the users.";
  return count === 0 ? 'No users found' : '';
}
