import { Building2, User, type LucideIcon } from 'lucide-react';
import { cn } from '@/lib/cn';

const TYPES: readonly { value: string; label: string; text: string; Icon: LucideIcon }[] = [
  { value: 'personal', label: 'Personal', text: 'For yourself', Icon: User },
  { value: 'business', label: 'Business', text: 'For a company you run', Icon: Building2 },
];

type AccountTypeFieldProps = { value: string; onChange: (value: string) => void };

export function AccountTypeField({ value, onChange }: AccountTypeFieldProps) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-4 text-base font-semibold">Account type</legend>
      <div className="grid gap-3 xs:grid-cols-2">
        {TYPES.map((type) => (
          <label
            key={type.value}
            className={cn(
              'relative flex items-center gap-3 rounded-md border p-4 has-focus-visible:outline-2 has-focus-visible:outline-accent',
              value === type.value ? 'border-accent bg-accent-soft' : 'border-control hover:bg-hover',
            )}
          >
            <input
              type="radio"
              name="accountType"
              value={type.value}
              checked={value === type.value}
              onChange={() => onChange(type.value)}
              className="size-4 accent-(--accent)"
            />
            <span className="min-w-0 flex-1">
              <span className="block text-sm font-semibold">{type.label}</span>
              <span className="block text-sm text-ink-2">{type.text}</span>
            </span>
            <type.Icon aria-hidden="true" className="size-5 text-ink-3" strokeWidth={1.75} />
          </label>
        ))}
      </div>
    </fieldset>
  );
}
