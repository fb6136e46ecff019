import type { LucideIcon } from 'lucide-react';
import type { ComponentProps, ComponentType } from 'react';
import type { Button } from '@/components/ui/button';
import type { Column } from '@/components/ui/data-table';
import { formatCents } from '@/lib/money';
import { personName } from '../person';
import type { PaymentCalls } from './queries/payment-calls';
import type { TransactionStatus } from './queries/use-decisions';
import type { PaymentDirection } from './status-change';

/** Fields shared by all payments. */
export type Payment = {
  id: string;
  /** Incremented by each change. */
  revision: number;
  status: TransactionStatus;
  amountCents: number;
  adminNotes: string | null;
  /** Why the payment was declined, as shown to the customer (TRF-86). */
  customerReason?: string | null;
  /** Whether the customer canceled the payment. If so, the status is final (TRF-28). */
  canceledByCustomer?: boolean;
  user: Parameters<typeof personName>[0];
};

/** An action on one payment, which opens the list's dialog. */
export type PaymentAction = {
  id: string;
  label: string;
  /** The first words of the button's accessible name; the payment's label follows them. Defaults to `label`. */
  verb?: string;
  variant?: ComponentProps<typeof Button>['variant'];
  Icon?: LucideIcon;
};

export type PaymentDialogProps<Row> = {
  payment: Row;
  /** Id of the action that opened the dialog. */
  action: string;
  /** Reloads the payment after another admin has changed it. */
  onShowCurrent: () => void;
  onClose: () => void;
};

/** Declares one payment list in the admin panel. */
export type PaymentDeclaration<Row extends Payment> = {
  title: string;
  description: string;
  /** The description for admins who can only view payments. */
  viewerDescription: string;
  /** Caption of the table, for assistive technology. */
  caption: string;
  /** The plural noun for the rows, such as "transactions" in "No transactions yet". */
  noun: string;
  calls: Pick<PaymentCalls<Row, never>, 'path' | 'queryKey' | 'read' | 'saved'>;
  statuses: readonly string[];
  /** Kinds to filter by, if the list has several. */
  kinds?: readonly { value: string; label: string }[];
  columns: readonly Column<Row>[];
  directionOf: (row: Row) => PaymentDirection;
  actionsOf: (row: Row) => readonly PaymentAction[];
  Dialog: ComponentType<PaymentDialogProps<Row>>;
  /** Decisions on several rows. Without it, rows cannot be selected. */
  bulk?: { direction: PaymentDirection; approveLabel: string; rejectLabel?: string };
  /** The dialog that creates a payment. */
  create?: { label: string; Dialog: ComponentType<{ onClose: () => void }> };
};

/** The accessible name of a payment, such as `$75.25 from Alice Moreno`. */
export function paymentLabel(direction: PaymentDirection, { amountCents, user }: Payment): string {
  return `${formatCents(amountCents)} ${direction === 'outgoing' ? 'from' : 'to'} ${personName(user)}`;
}
