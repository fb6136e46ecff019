import type { LucideIcon } from 'lucide-react';
import { StatusBadge } from '../ui/status-badge';

type StatusTileProps = { label: string; status: string; badge: string; Icon: LucideIcon };

/** The status of one step of the customer's verification. */
export function StatusTile({ label, status, badge, Icon }: StatusTileProps) {
  return (
    <li className="flex min-h-13 items-center gap-3 py-2.5">
      <Icon aria-hidden="true" className="size-[1.125rem] shrink-0 text-ink-3" />
      <span className="min-w-0 flex-1 text-sm">{label}</span>
      <StatusBadge status={status} label={badge} />
    </li>
  );
}
