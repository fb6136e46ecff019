import { Receipt, Search } from 'lucide-react';
import { useRef, useState, type KeyboardEvent, type ReactNode, type Ref } from 'react';
import { useNavigate } from 'react-router-dom';
import { BRAND } from '@moniker/common/brand.js';
import { Dialog } from '@/components/ui/dialog';
import { Input } from '@/components/ui/input';
import { Money } from '@/components/ui/money';
import { useHideAmountsSetting } from '@/lib/amounts';
import { cn } from '@/lib/cn';
import { isComposing } from '@/lib/is-composing';
import { mayLeave } from '@/lib/leave-question';
import { useMayOpen } from '@/lib/permissions';
import { useRecentTransactions } from '@/lib/queries/use-recent-transactions';
import { formatBankDate } from '@/lib/time/bank-time';
import { isIncoming } from '@/lib/transactions';
import {
  actionsFor,
  filterCommands,
  PUBLIC_PAGES,
  screensFor,
  filterTransactions,
  type Command,
} from './commands';

const LIST_ID = 'palette-list';
const optionId = (index: number) => `palette-option-${index}`;

type Choice = Pick<Command, 'to' | 'run' | 'Icon' | 'label' | 'id'> & { note?: ReactNode };
type Group = { title: string; choices: readonly Choice[] };

/** Finds screens, actions, recent transactions and public pages. A combobox with a listbox (WAI-ARIA pattern). */
export function Palette({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const box = useRef<HTMLInputElement>(null);
  const groups = useGroups(typed);
  const choices = groups.flatMap((group) => group.choices);
  const { choose, runChosen } = useChosen(onClose);
  const { activeIndex, setActiveIndex, onKeyDown } = useActiveOption(choices, choose);

  return (
    <Dialog
      isOpen
      isTall
      guardsInput={false}
      initialFocus={box}
      onClose={onClose}
      onCloseAutoFocus={runChosen}
      title="Search and commands"
    >
      <SearchBox
        ref={box}
        typed={typed}
        activeId={choices.length > 0 ? optionId(activeIndex) : undefined}
        onType={(text) => {
          setTyped(text);
          setActiveIndex(0);
        }}
        onKeyDown={onKeyDown}
      />
      <p role="status" className={choices.length > 0 ? 'sr-only' : 'px-3 py-6 text-sm text-ink-2'}>
        {choices.length === 0
          ? `Nothing matches “${typed.trim()}”.`
          : choices.length === 1
            ? '1 result'
            : `${choices.length} results`}
      </p>
      <div id={LIST_ID} role="listbox" aria-label="Results" className="-mx-2 mt-2">
        {groups.map((group) => (
          <PaletteGroup
            key={group.title}
            group={group}
            firstIndex={choices.findIndex((choice) => choice === group.choices[0])}
            activeIndex={activeIndex}
            onPoint={setActiveIndex}
            onChoose={choose}
          />
        ))}
      </div>
    </Dialog>
  );
}

/** `choose` closes the palette; `runChosen` then runs the chosen command. */
function useChosen(onClose: () => void) {
  const chosen = useRef<Choice | null>(null);
  const navigate = useNavigate();
  const choose = (choice: Choice | undefined) => {
    if (!choice) return;
    chosen.current = choice;
    onClose();
  };
  // Runs after the dialog has closed; otherwise the dialog would take the focus back from the new screen.
  const runChosen = (event: Event) => {
    if (!chosen.current) return;
    const { to, run } = chosen.current;
    run?.();
    if (to === undefined || !mayLeave()) return;
    event.preventDefault();
    document.getElementById('main')?.focus({ preventScroll: true });
    void navigate(to);
  };
  return { choose, runChosen };
}

/** The option that the arrow keys move to and Enter chooses. */
function useActiveOption(choices: readonly Choice[], choose: (choice: Choice | undefined) => void) {
  const [activeIndex, setActiveIndex] = useState(0);
  const moveTo = (index: number) => {
    const next = (index + choices.length) % choices.length;
    setActiveIndex(next);
    document.getElementById(optionId(next))?.scrollIntoView({ block: 'nearest' });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (choices.length === 0 || isComposing(event.nativeEvent)) return;
    if (event.key === 'ArrowDown') moveTo(activeIndex + 1);
    else if (event.key === 'ArrowUp') moveTo(activeIndex - 1);
    else if (event.key === 'Enter') choose(choices[activeIndex]);
    else return;
    event.preventDefault();
  };
  return { activeIndex, setActiveIndex, onKeyDown };
}

type SearchBoxProps = {
  ref: Ref<HTMLInputElement>;
  typed: string;
  /** Id of the active option; undefined if nothing matches. */
  activeId: string | undefined;
  onType: (text: string) => void;
  onKeyDown: (event: KeyboardEvent) => void;
};

function SearchBox({ ref, typed, activeId, onType, onKeyDown }: SearchBoxProps) {
  return (
    <div className="relative">
      <Search aria-hidden="true" className="pointer-events-none absolute top-3.5 left-3 size-4 text-ink-3" />
      <Input
        ref={ref}
        role="combobox"
        aria-label="Search screens, actions and transactions"
        aria-expanded={activeId !== undefined}
        aria-controls={LIST_ID}
        aria-activedescendant={activeId}
        aria-autocomplete="list"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        enterKeyHint="go"
        placeholder="Search or jump to…"
        value={typed}
        onChange={(event) => onType(event.target.value)}
        onKeyDown={onKeyDown}
        className="pl-9"
      />
    </div>
  );
}

function useGroups(typed: string): readonly Group[] {
  const mayOpen = useMayOpen();
  const isHiding = useHideAmountsSetting();
  const transactions = useRecentTransactions();
  const found = filterTransactions(typed, transactions.data ?? []).map((transaction) => ({
    id: transaction.id,
    label: transaction.description,
    Icon: Receipt,
    to: `/dashboard?transaction=${encodeURIComponent(transaction.id)}`,
    note: (
      <>
        <span className="max-xs:hidden">{formatBankDate(transaction.date)}</span>
        <Money
          cents={(isIncoming(transaction) ? 1 : -1) * Math.abs(transaction.amountCents)}
          isSigned
          dimsCents={false}
          className="font-semibold text-ink"
        />
      </>
    ),
  }));
  return [
    { title: 'Go to', choices: filterCommands(typed, screensFor(mayOpen)) },
    { title: 'Actions', choices: filterCommands(typed, actionsFor(isHiding)) },
    { title: 'Recent transactions', choices: found },
    { title: `About ${BRAND}`, choices: filterCommands(typed, PUBLIC_PAGES) },
  ].filter(({ choices }) => choices.length > 0);
}

type PaletteGroupProps = {
  group: Group;
  /** Index of the group's first choice in the whole list. */
  firstIndex: number;
  activeIndex: number;
  onPoint: (index: number) => void;
  onChoose: (choice: Choice) => void;
};

function PaletteGroup({ group, firstIndex, activeIndex, onPoint, onChoose }: PaletteGroupProps) {
  return (
    <div role="group" aria-label={group.title} className="pb-2">
      <p aria-hidden="true" className="caption px-3 py-2">
        {group.title}
      </p>
      {group.choices.map((choice, offset) => {
        const index = firstIndex + offset;
        return (
          <div
            key={choice.id}
            id={optionId(index)}
            role="option"
            aria-selected={index === activeIndex}
            onPointerMove={() => onPoint(index)}
            onClick={() => onChoose(choice)}
            className={cn(
              'flex min-h-11 cursor-pointer items-center gap-3 rounded-md px-3 text-sm',
              index === activeIndex ? 'bg-hover text-ink' : 'text-ink-2',
            )}
          >
            <choice.Icon aria-hidden="true" className="size-4 shrink-0 text-ink-3" />
            <span className="min-w-0 flex-1 truncate font-[550]">{choice.label}</span>
            {choice.note ? (
              <span className="tnum flex shrink-0 items-baseline gap-3 text-xs text-ink-3">
                {choice.note}
              </span>
            ) : null}
          </div>
        );
      })}
    </div>
  );
}
