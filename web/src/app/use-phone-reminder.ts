import { useEffect, useRef } from 'react';
import type { User } from '@/lib/api/types';
import { toastError } from '@/lib/toast';

/** Reminds a signed-in user without a phone number to add one, once per visit (SET-4). */
export function usePhoneReminder(user: User | null): void {
  const hasReminded = useRef(false);
  const isMissing = user !== null && !user.phoneNumber;
  useEffect(() => {
    if (!isMissing || hasReminded.current) return;
    hasReminded.current = true;
    toastError('Phone Number Required', 'Please add your phone number in Settings to access all features');
  }, [isMissing]);
}
