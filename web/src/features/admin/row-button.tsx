import { Button } from '@/components/ui/button';

type RowButtonProps = {
  label: string;
  /** The accessible name; includes the row's subject. */
  fullLabel: string;
  disabled?: boolean;
  onClick: () => void;
};

/** An action on one row of a table. */
export function RowButton({ label, fullLabel, ...rest }: RowButtonProps) {
  return (
    <Button variant="secondary" size="sm" aria-label={fullLabel} {...rest}>
      {label}
    </Button>
  );
}
