import { Eye, EyeOff } from 'lucide-react';
import { setHideAmounts, useHideAmountsSetting } from '@/lib/amounts';
import { IconButton } from './button';

/** Hides the customer's amounts from who looks over the shoulder, and shows them again. */
export function AmountsToggle() {
  const isHiding = useHideAmountsSetting();
  const Icon = isHiding ? EyeOff : Eye;
  return (
    <IconButton label={isHiding ? 'Show amounts' : 'Hide amounts'} onClick={() => setHideAmounts(!isHiding)}>
      <Icon aria-hidden="true" />
    </IconButton>
  );
}
