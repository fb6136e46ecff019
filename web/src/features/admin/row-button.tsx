import { Button } from '@/components/ui/button';

type RowButtonProps = {
  label: string;
  /** With the row that it is about, for who cannot see the row. */
  fullLabel: string;
  disabled?: boolean;
  onClick: () => void;
};

/** What can be done with one row of a table. */
export function RowButton({ label, fullLabel, ...rest }: RowButtonProps) {
  return (
    <Button variant="secondary" size="sm" aria-label={fullLabel} {...rest}>
      {label}
    </Button>
  );
}
