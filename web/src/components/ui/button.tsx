import type { ComponentProps, MouseEvent } from 'react';
import { cn } from '@/lib/cn';
import { Spinner } from './spinner';

type ButtonStyle = { variant?: 'primary' | 'secondary' | 'ghost' | 'danger'; size?: 'sm' | 'md' | 'lg' };

const BASE =
  'inline-flex items-center justify-center gap-2 rounded-md border text-center font-[550] leading-tight select-none print:hidden ' +
  'transition-colors duration-120 disabled:cursor-not-allowed aria-disabled:cursor-not-allowed aria-busy:opacity-60';

const VARIANTS = {
  primary:
    'border-transparent bg-accent text-on-accent hover:bg-accent-hover disabled:bg-neutral-soft disabled:text-ink-3',
  secondary:
    'border-rule-strong bg-sheet text-ink hover:bg-hover disabled:text-ink-3 disabled:hover:bg-sheet',
  ghost: 'border-transparent text-ink-2 hover:bg-hover hover:text-ink disabled:text-ink-3',
  danger: 'border-danger-rule bg-transparent text-danger hover:bg-danger-soft disabled:text-ink-3',
} as const;

const SIZES = {
  sm: 'min-h-11 px-3 py-1.5 text-sm md:min-h-9',
  md: 'min-h-11 px-4 py-2 text-sm md:min-h-10',
  lg: 'min-h-12 px-6 py-2.5 text-base',
} as const;

/** The classes of a button, for links that look like buttons. */
export function buttonClass({ variant = 'primary', size = 'md' }: ButtonStyle = {}): string {
  return cn(BASE, VARIANTS[variant], SIZES[size]);
}

type ButtonProps = ComponentProps<'button'> & ButtonStyle & { isBusy?: boolean };

// Not `disabled`, which would take the focus away (UI-70).
const BUSY = {
  'aria-busy': true,
  'aria-disabled': true,
  onClick: (event: MouseEvent) => event.preventDefault(),
} as const;

/** A button. While busy it shows a spinner and does nothing. */
export function Button({ variant, size, isBusy = false, className, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      {...(isBusy && BUSY)}
      className={cn(buttonClass({ ...(variant && { variant }), ...(size && { size }) }), className)}
    >
      {isBusy ? <Spinner className="size-4" /> : null}
      <span className="contents">{children}</span>
    </button>
  );
}

type IconButtonProps = ComponentProps<'button'> & { label: string };

/** A square icon button; `label` is its accessible name and tooltip. */
export function IconButton({ label, className, children, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...rest}
      className={cn(iconButtonClass, className)}
    >
      {children}
    </button>
  );
}

export const iconButtonClass =
  'inline-flex size-11 shrink-0 items-center justify-center rounded-md text-ink-2 transition-colors duration-120 ' +
  'hover:bg-hover hover:text-ink md:size-10 print:hidden [&_svg]:size-[1.125rem]';
