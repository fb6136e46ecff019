import { CircleAlert, CircleCheck, Info, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from '@/lib/cn';

type Tone = 'danger' | 'warning' | 'info' | 'positive';

const TONE_STYLES: Record<Tone, { className: string; Icon: LucideIcon }> = {
  danger: { className: 'border-danger-rule bg-danger-soft text-danger', Icon: CircleAlert },
  warning: { className: 'border-transparent bg-warning-soft text-warning', Icon: CircleAlert },
  info: { className: 'border-transparent bg-info-soft text-info', Icon: Info },
  positive: { className: 'border-transparent bg-positive-soft text-positive', Icon: CircleCheck },
};

type AlertProps = {
  tone: Tone;
  title: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
  isLive?: boolean;
  className?: string;
};

/**
 * A message box. `isLive` makes it an assertive live region, which interrupts a screen reader; use it only for a
 * failure that has just happened.
 */
export function Alert({ tone, title, children, action, isLive = false, className }: AlertProps) {
  const { className: toneClass, Icon } = TONE_STYLES[tone];
  return (
    <div
      role={isLive ? 'alert' : undefined}
      className={cn('rounded-md border px-4 py-3 text-sm', toneClass, className)}
    >
      <div className="flex gap-3">
        <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
        <div className="min-w-0">
          <p className="font-semibold">{title}</p>
          {children ? <div className="mt-1 text-ink-2">{children}</div> : null}
          {action ? <div className="mt-3">{action}</div> : null}
        </div>
      </div>
    </div>
  );
}
