import {
  createContext,
  use,
  useEffect,
  useId,
  useRef,
  useState,
  type ComponentProps,
  type KeyboardEvent,
} from 'react';
import { cn } from '@/lib/cn';

// Written by hand because the sign-in page shows tabs, and a library would take a tenth of that page's size budget.

type TabsState = { baseId: string; value: string; select: (value: string) => void };

const TabsContext = createContext<TabsState | null>(null);

function useTabs(): TabsState {
  const state = use(TabsContext);
  if (!state) throw new Error('Tabs parts belong inside <Tabs>');
  return state;
}

type TabsProps = ComponentProps<'div'> & {
  value?: string;
  defaultValue?: string;
  onValueChange?: (value: string) => void;
};

/** Tabs (WAI-ARIA pattern): one keyboard stop; arrow keys move and select. */
export function Tabs({ value, defaultValue = '', onValueChange, ...rest }: TabsProps) {
  const baseId = useId();
  const [ownValue, setOwnValue] = useState(defaultValue);
  const select = (next: string) => {
    setOwnValue(next);
    onValueChange?.(next);
  };
  return (
    <TabsContext value={{ baseId, value: value ?? ownValue, select }}>
      <div {...rest} />
    </TabsContext>
  );
}

const STEPS: Record<string, (index: number, count: number) => number> = {
  ArrowRight: (index, count) => (index + 1) % count,
  ArrowLeft: (index, count) => (index - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = STEPS[event.key];
  if (!step) return;
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')];
  const index = tabs.findIndex((tab) => tab === document.activeElement);
  if (index < 0) return;
  event.preventDefault();
  const next = tabs[step(index, tabs.length)];
  next?.focus();
  next?.click();
}

/** The row of tabs; it scrolls horizontally on narrow screens. */
export function TabsList({ className, ...rest }: ComponentProps<'div'>) {
  return (
    <div
      role="tablist"
      {...rest}
      onKeyDown={moveFocus}
      className={cn('flex gap-5 overflow-x-auto border-b border-rule [scrollbar-width:none]', className)}
    />
  );
}

export function TabsTrigger({ value, className, ...rest }: ComponentProps<'button'> & { value: string }) {
  const tabs = useTabs();
  const isSelected = tabs.value === value;
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const tab = button.current;
    const row = tab?.parentElement;
    if (!isSelected || !tab || !row) return;
    // Scrolls only the row, not the page, and centers the tab so both neighbors are visible.
    const bringIntoView = () => {
      row.scrollLeft = tab.offsetLeft - row.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2;
    };
    // A badge that loads later widens its tab and shifts the following ones.
    const observer = new ResizeObserver(bringIntoView);
    for (const element of [row, ...row.children]) observer.observe(element);
    return () => observer.disconnect();
  }, [isSelected]);
  return (
    <button
      ref={button}
      type="button"
      role="tab"
      {...rest}
      id={`${tabs.baseId}-tab-${value}`}
      aria-controls={isSelected ? `${tabs.baseId}-panel-${value}` : undefined}
      aria-selected={isSelected}
      tabIndex={isSelected ? 0 : -1}
      onClick={() => tabs.select(value)}
      className={cn(
        'relative min-h-11 shrink-0 text-sm font-[550] whitespace-nowrap transition-colors duration-120',
        'focus-visible:-outline-offset-2',
        isSelected
          ? "text-ink after:absolute after:inset-x-0 after:-bottom-px after:h-0.5 after:bg-accent after:content-['']"
          : 'text-ink-3 hover:text-ink',
        className,
      )}
    />
  );
}

/** The panel of one tab; rendered only while the tab is selected. */
export function TabsContent({ value, className, ...rest }: ComponentProps<'div'> & { value: string }) {
  const tabs = useTabs();
  if (tabs.value !== value) return null;
  return (
    <div
      role="tabpanel"
      {...rest}
      id={`${tabs.baseId}-panel-${value}`}
      aria-labelledby={`${tabs.baseId}-tab-${value}`}
      className={cn('pt-6', className)}
    />
  );
}
