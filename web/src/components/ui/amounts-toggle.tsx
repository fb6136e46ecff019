import { Eye, EyeOff } from 'lucide-react';
import { setHidingAmounts, useHidingAmounts } from '@/lib/amounts';
import { IconButton } from './button';

/** Hides the customer's amounts from who looks over the shoulder, and shows them again. */
export function AmountsToggle() {
  const isHiding = useHidingAmounts();
  const Icon = isHiding ? EyeOff : Eye;
  return (
    <IconButton
      label={isHiding ? 'Show amounts' : 'Hide amounts'}
      onClick={() => setHidingAmounts(!isHiding)}
    >
      <Icon aria-hidden="true" />
    </IconButton>
  );
}
