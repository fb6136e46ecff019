import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { invalidateQueries } from '@/lib/queries/invalidate-queries';
import { useAdminFailure } from '../use-admin-failure';
import type { PaymentDeclaration, Payment } from './payment-declaration';

/**
 * Holds the payment that a dialog shows. The payment stays as it was when the dialog opened, even if the list changes.
 * `showCurrent` reloads the payment and the list.
 */
export function useOpenPayment<Row extends Payment>({ queryKey, read }: PaymentDeclaration<Row>['calls']) {
  const client = useQueryClient();
  const fail = useAdminFailure();
  const [opened, setOpened] = useState<{ payment: Row; action: string } | null>(null);
  const showCurrent = async () => {
    if (opened === null) return;
    try {
      const [payment] = (await read({ search: opened.payment.id, limit: 1 })).items;
      setOpened(payment ? { ...opened, payment } : null);
      await invalidateQueries(client, [queryKey]);
    } catch (error) {
      fail(error, 'Failed to reload');
    }
  };
  return {
    opened,
    open: (payment: Row, action: string) => setOpened({ payment, action }),
    close: () => setOpened(null),
    showCurrent: () => void showCurrent(),
  };
}
