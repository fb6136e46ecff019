const MAX_SHOWN = 99;

/** A badge with the number of unread messages; renders nothing at zero. */
export function UnreadCount({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <span className="tnum inline-flex min-w-5 items-center justify-center rounded-full bg-accent px-1.5 text-xs leading-5 font-semibold text-on-accent">
      {count > MAX_SHOWN ? `${MAX_SHOWN}+` : count}
      <span className="sr-only"> unread</span>
    </span>
  );
}
