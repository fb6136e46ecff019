import { Ban, Check, CircleDashed, Clock, Eye, RefreshCw, X, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from '@/lib/cn';
import { humanize } from '@/lib/format';

type Tone = 'positive' | 'warning' | 'info' | 'danger' | 'neutral';

const TONES: Record<Tone, string> = {
  positive: 'bg-positive-soft text-positive',
  warning: 'bg-warning-soft text-warning',
  info: 'bg-info-soft text-info',
  danger: 'bg-danger-soft text-danger',
  neutral: 'bg-neutral-soft text-ink-2',
};

const STATUSES: Record<string, { tone: Tone; Icon: LucideIcon }> = {
  completed: { tone: 'positive', Icon: Check },
  approved: { tone: 'positive', Icon: Check },
  verified: { tone: 'positive', Icon: Check },
  added: { tone: 'positive', Icon: Check },
  active: { tone: 'positive', Icon: Check },
  pending: { tone: 'warning', Icon: Clock },
  initiated: { tone: 'warning', Icon: Clock },
  required: { tone: 'warning', Icon: Clock },
  processing: { tone: 'info', Icon: RefreshCw },
  in_review: { tone: 'info', Icon: Eye },
  'in review': { tone: 'info', Icon: Eye },
  failed: { tone: 'danger', Icon: X },
  rejected: { tone: 'danger', Icon: X },
  cancelled: { tone: 'neutral', Icon: Ban },
  replaced: { tone: 'neutral', Icon: Ban },
};

/** A status as text, icon and color, so it never depends on color alone. */
export function StatusBadge({ status, label }: { status: string; label?: string | undefined }) {
  const { tone, Icon } = STATUSES[status.toLowerCase()] ?? { tone: 'neutral', Icon: CircleDashed };
  return (
    <Badge tone={tone}>
      <Icon aria-hidden="true" className="size-3" strokeWidth={2.5} />
      {label ?? humanize(status)}
    </Badge>
  );
}

export function Badge({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span
      className={cn(
        'inline-flex items-center gap-1 rounded-sm px-1.5 py-0.5 text-xs font-[550] whitespace-nowrap',
        TONES[tone],
      )}
    >
      {children}
    </span>
  );
}
