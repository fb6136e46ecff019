import { formatBankClock, formatBankDate, formatBankTime, isTime, localTimeNote } from '@/lib/time/bank-time';
import { formatAge } from '@/lib/time/age';
import { useNow } from '@/lib/time/use-now';
import { TimeText } from './time-text';

type Value = string | null | undefined;

type BankTimeProps = {
  value: Value;
  /** Whether only the pointer opens the tooltip; see `TimeText`. */
  isPointerOnly?: boolean;
  className?: string;
};

/** A time at the bank with its zone. If the local time differs, a tooltip shows it (UI-29). */
export function BankTime({ value, ...rest }: BankTimeProps) {
  if (!isTime(value)) return <>{formatBankTime(value)}</>;
  return (
    <TimeText value={value} notes={localNotes(value)} {...rest}>
      {formatBankTime(value)}
    </TimeText>
  );
}

type TableTimeProps = {
  value: Value;
  /** Whether someone has been waiting since `value`. If so, the table also shows how long ago that was. */
  isWaiting?: boolean;
};

/** A time at the bank in a table: the date, and below it the time of day. */
export function TableTime({ value, isWaiting = false }: TableTimeProps) {
  if (!isTime(value)) return <>{formatBankTime(value)}</>;
  return (
    <span className="block whitespace-nowrap">
      <TimeText value={value} notes={localNotes(value)} className="block w-fit max-lg:ml-auto">
        {formatBankDate(value)}
        <span className="sr-only">, </span>
        <span className="block text-xs text-ink-3">{formatBankClock(value)}</span>
      </TimeText>
      {isWaiting ? <Age value={value} /> : null}
    </span>
  );
}

function Age({ value }: { value: string }) {
  return <span className="mt-1 block text-xs font-[550] text-ink-2">{formatAge(value, useNow())}</span>;
}

/** How long ago something was. A tooltip shows the time at the bank, and the local time if it differs (UI-30). */
export function RelativeTime({ value, ...rest }: BankTimeProps) {
  const now = useNow();
  if (!isTime(value)) return <>{formatBankTime(value)}</>;
  return (
    <TimeText value={value} notes={[formatBankTime(value), ...localNotes(value)]} {...rest}>
      {formatAge(value, now)}
    </TimeText>
  );
}

function localNotes(value: string): string[] {
  const note = localTimeNote(value);
  return note === null ? [] : [note];
}
