const MAX_SHOWN = 99;

type CountBadgeProps = {
  count: number;
  /** Names the counted items for screen readers. */
  noun: string;
};

/** A small badge with a number; renders nothing at zero. */
export function CountBadge({ count, noun }: CountBadgeProps) {
  if (count === 0) return null;
  return (
    <span className="tnum inline-flex min-w-5 items-center justify-center rounded-full bg-accent px-1.5 text-xs leading-5 font-semibold text-on-accent">
      <span translate="no">{count > MAX_SHOWN ? `${MAX_SHOWN}+` : count}</span>
      <span className="sr-only"> {noun}</span>
    </span>
  );
}
