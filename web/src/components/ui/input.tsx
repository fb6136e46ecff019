import { Eye, EyeOff, Search } from 'lucide-react';
import { useState, type ComponentProps } from 'react';
import { cn } from '@/lib/cn';
import { formatCount } from '@/lib/format';

export const controlClass =
  'block w-full min-w-0 rounded-md border border-control bg-sheet px-3 text-base text-ink md:text-sm ' +
  'min-h-11 transition-colors duration-120 hover:border-ink-3 ' +
  'focus-visible:border-accent focus-visible:outline-1 focus-visible:outline-offset-0 ' +
  'aria-invalid:border-danger disabled:bg-sunken disabled:text-ink-3';

export function Input({ className, type = 'text', ...rest }: ComponentProps<'input'>) {
  return (
    <>
      <input dir="auto" type={type} {...rest} className={cn(controlClass, className)} />
      <LimitNote value={rest.value} maxLength={rest.maxLength} />
    </>
  );
}

export function Textarea({ className, rows = 3, ...rest }: ComponentProps<'textarea'>) {
  return (
    <>
      <textarea dir="auto" rows={rows} {...rest} className={cn(controlClass, 'py-2.5', className)} />
      <LimitNote value={rest.value} maxLength={rest.maxLength} />
    </>
  );
}

type LimitNoteProps = Pick<ComponentProps<'input'>, 'value' | 'maxLength'>;

/** Reports that a field is full, because the browser silently cuts longer text. */
function LimitNote({ value, maxLength }: LimitNoteProps) {
  if (maxLength === undefined || typeof value !== 'string' || value.length < maxLength) return null;
  return (
    <p role="status" className="mt-1.5 text-sm text-ink-3">
      You've reached the limit of {formatCount(maxLength)} characters.
    </p>
  );
}

/** An input for an amount in dollars, with tabular figures. */
export function AmountInput({ className, ...rest }: ComponentProps<'input'>) {
  return (
    <div className="relative">
      <span aria-hidden="true" className="absolute inset-y-0 left-3 flex items-center text-ink-3">
        $
      </span>
      <Input
        inputMode="decimal"
        autoComplete="off"
        placeholder="0.00"
        {...rest}
        className={cn('tnum pl-7', className)}
      />
    </div>
  );
}

/** A password input with a show/hide button. */
export function PasswordInput({ className, ...rest }: ComponentProps<'input'>) {
  const [isShown, setIsShown] = useState(false);
  return (
    <div className="relative">
      <Input
        spellCheck={false}
        autoCapitalize="none"
        {...rest}
        type={isShown ? 'text' : 'password'}
        className={cn('pr-12', className)}
      />
      <RevealButton name="password" isShown={isShown} onToggle={() => setIsShown(!isShown)} />
    </div>
  );
}

/**
 * An input for a secret number such as an SSN. Masked by CSS instead of `type="password"`, so no password manager
 * stores it.
 */
export function SecretInput({ name, className, ...rest }: ComponentProps<'input'>) {
  const [isShown, setIsShown] = useState(false);
  return (
    <div className="relative">
      <Input
        spellCheck={false}
        autoComplete="off"
        {...rest}
        name={name}
        className={cn('tnum pr-12', !isShown && '[-webkit-text-security:disc]', className)}
      />
      <RevealButton name="number" isShown={isShown} onToggle={() => setIsShown(!isShown)} />
    </div>
  );
}

type RevealButtonProps = { name: string; isShown: boolean; onToggle: () => void };

function RevealButton({ name, isShown, onToggle }: RevealButtonProps) {
  const Icon = isShown ? EyeOff : Eye;
  return (
    <button
      type="button"
      aria-label={`${isShown ? 'Hide' : 'Show'} ${name}`}
      onClick={onToggle}
      className="absolute inset-y-0 right-0 flex w-11 items-center justify-center rounded-md text-ink-3 hover:text-ink"
    >
      <Icon aria-hidden="true" className="size-[1.125rem]" />
    </button>
  );
}

/** A search input; its label is both placeholder and accessible name. */
export function SearchInput({ label, className, ...rest }: ComponentProps<'input'> & { label: string }) {
  return (
    <div className={cn('relative min-w-0', className)}>
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-ink-3"
      />
      <Input type="search" aria-label={label} placeholder={label} {...rest} className="pl-9" />
    </div>
  );
}
