import { useEffect, useRef } from 'react';
import type { User } from '@/lib/api/types';
import { toast } from '@/lib/toast';

/** Reminds a signed-in user without a phone number to add one, once per visit (SET-4). */
export function usePhoneReminder(user: User | null): void {
  const hasReminded = useRef(false);
  const isMissing = user !== null && !user.phoneNumber;
  useEffect(() => {
    if (!isMissing || hasReminded.current) return;
    hasReminded.current = true;
    toast({
      title: 'Phone Number Required',
      description: 'Please add your phone number in Settings to access all features',
      variant: 'destructive',
    });
  }, [isMissing]);
}
