import type { ReactNode } from 'react';
import { cn } from '@/lib/cn';
import { useTooltip } from './use-tooltip';
import { TooltipBubble } from './tooltip-bubble';

type TimeTextProps = {
  /** The time in ISO format. */
  value: string;
  /** The visible text. */
  children: ReactNode;
  /** Other forms of the same time, for the tooltip. */
  notes: readonly string[];
  /**
   * Whether only the pointer opens the tooltip. Set this inside a link or a button, which takes the focus itself, and
   * in lists of messages. Screen readers then read only the visible text.
   */
  isPointerOnly?: boolean;
  className?: string | undefined;
};

/** A time with a tooltip. By default, pointer, focus and touch open it, and screen readers read it after the text. */
export function TimeText({ value, children, notes, isPointerOnly = false, className }: TimeTextProps) {
  const { isOpen, trigger } = useTooltip();
  if (notes.length === 0) {
    return (
      <time dateTime={value} className={cn('tnum', className)}>
        {children}
      </time>
    );
  }
  return (
    <time
      dateTime={value}
      {...trigger}
      tabIndex={isPointerOnly ? undefined : 0}
      data-tooltip-open={isOpen || undefined}
      className={cn('tnum relative rounded-sm', !isPointerOnly && 'cursor-help', className)}
    >
      {children}
      {isPointerOnly ? null : <span className="sr-only">, {notes.join(', ')}</span>}
      {isOpen ? <TooltipBubble lines={notes} /> : null}
    </time>
  );
}
