import { Monitor, Moon, Sun, type LucideIcon } from 'lucide-react';
import { cn } from '@/lib/cn';
import { setThemeChoice, useThemeChoice, type ThemeChoice } from '@/lib/theme';
import { IconButton } from './button';

const THEMES: readonly { value: ThemeChoice; label: string; Icon: LucideIcon }[] = [
  { value: 'light', label: 'Light', Icon: Sun },
  { value: 'dark', label: 'Dark', Icon: Moon },
  { value: 'system', label: 'System', Icon: Monitor },
];

/** A button that cycles through light, dark and system. */
export function ThemeToggle({ className }: { className?: string }) {
  const choice = useThemeChoice();
  const index = THEMES.findIndex((theme) => theme.value === choice);
  const current = THEMES[index] ?? THEMES[2];
  const next = THEMES[(index + 1) % THEMES.length];
  if (!current || !next) return null;
  return (
    <IconButton
      label={`Theme: ${current.label}. Switch to ${next.label}`}
      onClick={() => setThemeChoice(next.value)}
      {...(className && { className })}
    >
      <current.Icon aria-hidden="true" />
    </IconButton>
  );
}

/** Theme choice as radio buttons, for the settings page. */
export function ThemePicker({ labelId }: { labelId: string }) {
  const choice = useThemeChoice();
  return (
    <div role="radiogroup" aria-labelledby={labelId} className="grid grid-cols-3 gap-2">
      {THEMES.map(({ value, label, Icon }) => (
        <label
          key={value}
          className={cn(
            'relative flex min-h-11 items-center justify-center gap-2 rounded-md border px-2 text-sm font-[550] has-focus-visible:outline-2 has-focus-visible:outline-accent',
            choice === value
              ? 'border-accent bg-accent-soft text-accent'
              : 'border-rule-strong text-ink-2 hover:bg-hover',
          )}
        >
          <input
            type="radio"
            name="theme"
            value={value}
            checked={choice === value}
            onChange={() => setThemeChoice(value)}
            className="sr-only"
          />
          <Icon aria-hidden="true" className="size-4" />
          {label}
        </label>
      ))}
    </div>
  );
}
