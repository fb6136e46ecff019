import { Eye, EyeOff } from 'lucide-react';
import { setHideAmounts, useHideAmountsSetting } from '@/lib/amounts';
import { IconButton } from './button';

/** Hides or shows the customer's amounts. */
export function AmountsToggle() {
  const isHiding = useHideAmountsSetting();
  const Icon = isHiding ? EyeOff : Eye;
  return (
    <IconButton label={isHiding ? 'Show amounts' : 'Hide amounts'} onClick={() => setHideAmounts(!isHiding)}>
      <Icon aria-hidden="true" />
    </IconButton>
  );
}
