import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { HANDLE_NAME, HANDLE_WORD } from '@moniker/common/brand.js';
import { HANDLE_PATTERN, HANDLE_RULE } from '@moniker/common/handle.js';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { errorFlags, errorMessage } from '@/lib/api/api-error';
import { cn } from '@/lib/cn';
import { isComposing } from '@/lib/is-composing';
import { useForm } from '@/lib/use-form';
import { useSessionExpiry } from '@/lib/use-session-expiry';
import { monikerIn, requestIdIn, suggestPeople, type Person } from './people';
import { useFindRecipient } from './queries/use-find-recipient';
import type { FoundRecipient } from './recipients';

const validate = ({ moniker }: { moniker: string }) => ({
  moniker: HANDLE_PATTERN.test(moniker)
    ? undefined
    : moniker === ''
      ? `Enter a $${HANDLE_WORD}`
      : HANDLE_RULE,
});

/** The error message for a lookup if the server sends none. */
export const FIND_FAILED = 'The search failed. Please try again.';

type MonikerFinderProps = {
  /** People to suggest while the customer types. */
  people: readonly Person[];
  onFound: (found: FoundRecipient) => void;
  /** Called for a person whom the customer has paid before, so no lookup is needed. */
  onKnown: (recipient: NonNullable<Person['recipient']>) => void;
  /** Messages by error code. They replace the server's messages, which are about paying. */
  texts?: Readonly<Record<string, string>>;
};

/**
 * Finds a customer by their whole moniker (TRF-100). A combobox (WAI-ARIA pattern) that suggests only people whom the
 * customer knows (TRF-139).
 */
export function MonikerFinder({ people, onFound, onKnown, texts = {} }: MonikerFinderProps) {
  const element = useRef<HTMLFormElement>(null);
  const listId = useId();
  const navigate = useNavigate();
  const find = useFindRecipient();
  const expire = useSessionExpiry();
  const [isOpen, setIsOpen] = useState(false);
  // No suggestion is active at first, so Enter looks up exactly what was typed.
  const [active, setActive] = useState(-1);
  const form = useForm({ moniker: '' }, validate);
  const suggested = isOpen ? suggestPeople(people, form.values.moniker) : [];
  useEffect(() => {
    if (!find.isPending) element.current?.querySelector('input')?.focus();
  }, [find.isPending]);

  const send = (moniker: string) => {
    setIsOpen(false);
    const known = people.find((person) => person.moniker === moniker)?.recipient;
    if (known) {
      onKnown(known);
      return;
    }
    find.mutate(moniker, {
      onSuccess: onFound,
      onError: (error) => {
        if (expire(error)) return;
        const text = texts[errorFlags(error).code ?? ''];
        form.setServerError('moniker', text ?? errorMessage(error, FIND_FAILED));
      },
    });
  };
  const pick = ({ moniker }: Person) => {
    form.set('moniker', moniker);
    send(moniker);
  };
  const type = (text: string) => {
    const requestId = requestIdIn(text);
    if (requestId) return void navigate(`/send-money?request=${requestId}`);
    form.set('moniker', monikerIn(text));
    setIsOpen(true);
    setActive(-1);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent) || suggested.length === 0) return;
    const person = suggested[active];
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setActive((Math.max(active, step === 1 ? -1 : 0) + step + suggested.length) % suggested.length);
    } else if (event.key === 'Enter' && person) {
      event.preventDefault();
      pick(person);
    } else if (event.key === 'Escape') {
      setIsOpen(false);
    }
  };
  return (
    <form
      ref={element}
      noValidate
      onSubmit={form.submit(({ moniker }) => send(moniker))}
      className="relative mt-4 max-w-md"
    >
      <Field
        label={HANDLE_NAME}
        error={form.errors.moniker}
        hint={`Ask the person for their exact $${HANDLE_WORD}.`}
      >
        {(control) => (
          <div className="flex gap-2">
            <div className="relative min-w-0 flex-1">
              <span aria-hidden="true" className="absolute inset-y-0 left-3 flex items-center text-ink-3">
                $
              </span>
              <Input
                {...control}
                name="moniker"
                role="combobox"
                data-own-escape
                aria-autocomplete="list"
                aria-expanded={suggested.length > 0}
                aria-controls={listId}
                aria-activedescendant={suggested[active] ? `${listId}-${active}` : undefined}
                value={form.values.moniker}
                onChange={(event) => type(event.target.value)}
                onKeyDown={onKeyDown}
                onBlur={() => setIsOpen(false)}
                autoCapitalize="none"
                autoComplete="off"
                spellCheck={false}
                className="pl-7"
              />
              <ul
                id={listId}
                role="listbox"
                aria-label="People you know"
                hidden={suggested.length === 0}
                className="absolute inset-x-0 top-full z-20 mt-1 rounded-md border border-rule-strong bg-sheet py-1 shadow-(--toast-shadow)"
              >
                {suggested.map((person, index) => (
                  <li
                    key={person.moniker}
                    id={`${listId}-${index}`}
                    role="option"
                    aria-selected={index === active}
                    // Keeps the focus in the input, because blurring the input would close the list.
                    onMouseDown={(event) => event.preventDefault()}
                    onClick={() => pick(person)}
                    className={cn(
                      'flex min-h-11 cursor-pointer flex-wrap items-center gap-x-2 px-3 py-1.5 text-sm hover:bg-hover',
                      index === active && 'bg-hover',
                    )}
                  >
                    <span translate="no" className="font-[550]">{`$${person.moniker}`}</span>
                    <bdi translate="no" className="min-w-0 truncate text-ink-3">
                      {person.name}
                    </bdi>
                  </li>
                ))}
              </ul>
            </div>
            <Button type="submit" isBusy={find.isPending}>
              Find
            </Button>
          </div>
        )}
      </Field>
      <span role="status" className="sr-only">
        {suggested.length > 0
          ? `${suggested.length} ${suggested.length === 1 ? 'person' : 'people'} suggested`
          : ''}
      </span>
    </form>
  );
}
