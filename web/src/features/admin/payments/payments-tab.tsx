import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { DataTable, type Column } from '@/components/ui/data-table';
import { useSelection } from '@/lib/list/use-selection';
import { usePermitted } from '@/lib/permissions';
import { ListPanel } from '../list-panel';
import { BulkBar } from './bulk-bar';
import { paymentLabel, type Payment, type PaymentDeclaration } from './payment-declaration';
import { PaymentListFilters } from './payment-list-filters';
import { usePaymentList } from './queries/use-payment-list';
import { useOpenPayment } from './use-open-payment';

type PaymentsTabProps<Row extends Payment> = { declaration: PaymentDeclaration<Row> };

/** A tab with a list of payments: filters, bulk decisions, the actions of each row, and their dialog. */
export function PaymentsTab<Row extends Payment>({ declaration }: PaymentsTabProps<Row>) {
  const { title, description, caption, noun, calls, statuses, kinds, columns } = declaration;
  const mayDecide = usePermitted()('payments:decide');
  const { bulk, create } = mayDecide ? declaration : {};
  const payments = usePaymentList<Row>(calls);
  const selection = useSelection();
  const { opened, open, close, showCurrent } = useOpenPayment<Row>(calls);
  const [isCreating, setIsCreating] = useState(false);
  const labelOf = (row: Row) => paymentLabel(declaration.directionOf(row), row);
  return (
    <>
      <ListPanel
        title={title}
        description={mayDecide ? description : declaration.viewerDescription}
        emptyTitle={`No ${noun} yet`}
        noMatchTitle={`No ${noun} match your filters`}
        {...payments.panel}
        filters={<PaymentListFilters list={payments} statuses={statuses} kinds={kinds} />}
        actions={create ? <CreateButton label={create.label} onClick={() => setIsCreating(true)} /> : null}
      >
        {(rows) => (
          <>
            {bulk ? <BulkBar {...bulk} rows={rows} selection={selection} labelOf={labelOf} /> : null}
            <DataTable
              caption={caption}
              columns={
                mayDecide ? [...columns, actionsColumn(declaration.actionsOf, labelOf, open)] : columns
              }
              rows={rows}
              rowKey={(row) => row.id}
              {...(bulk && { selection: { ...selection, rowName: labelOf } })}
            />
          </>
        )}
      </ListPanel>
      {create && isCreating ? <create.Dialog onClose={() => setIsCreating(false)} /> : null}
      {opened ? (
        <declaration.Dialog
          key={opened.payment.revision}
          {...opened}
          onShowCurrent={showCurrent}
          onClose={close}
        />
      ) : null}
    </>
  );
}

function CreateButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <Button onClick={onClick}>
      <Plus aria-hidden="true" className="size-4" />
      {label}
    </Button>
  );
}

function actionsColumn<Row extends Payment>(
  actionsOf: PaymentDeclaration<Row>['actionsOf'],
  labelOf: (row: Row) => string,
  onOpen: (row: Row, action: string) => void,
): Column<Row> {
  return {
    id: 'actions',
    header: 'Actions',
    isActions: true,
    isBlank: (row) => actionsOf(row).length === 0,
    cell: (row) => (
      <span className="flex flex-wrap justify-end gap-2 lg:flex-nowrap">
        {actionsOf(row).map(({ id, label, verb = label, variant = 'secondary', Icon }) => (
          <Button
            key={id}
            size="sm"
            variant={variant}
            aria-label={`${verb} ${labelOf(row)}`}
            onClick={() => onOpen(row, id)}
          >
            {Icon ? <Icon aria-hidden="true" className="size-4" /> : null}
            {label}
          </Button>
        ))}
      </span>
    ),
  };
}
