import type { ReactNode } from 'react';
import type { RowAction } from '~/kit/ui/columns/tableColumn';
import { useCompany, useSettings } from '~/modules/organization/company/screens/settings.client';
import { RecordPage, type RecordPageProps } from '~/modules/records/records/screens/RecordPage';
import { useRecord } from '~/modules/records/records/screens/useRecord';
import { type Customer, customerFields } from '../customers.fields';
import { useCustomerColumns } from './CustomerColumns';
import { customerSections } from './CustomerDetails';
import { CustomerDialogs } from './CustomerDialogs';
import { useCustomersIn } from './customers.client';
import { useCustomerDialogs } from './useCustomerDialogs';

interface Props extends RecordPageProps {
  /** Passed in because orders and invoices depend on this module. */
  actions: readonly RowAction<Customer>[];
  children: ReactNode;
}

/** A customer's own page (docs/product/records.md#page). */
export function CustomerPage({ parts, actions, children }: Props) {
  const record = useRecord<Customer>('customers', ['orders']);
  const customers = useCustomersIn(record.list);
  const dialogs = useCustomerDialogs(customers.rows, actions);
  const company = useCompany();
  const isGst = useSettings().tax_mode === 'gst';
  const columns = useCustomerColumns(customers);
  return (
    <RecordPage
      record={record}
      fields={customerFields}
      title={(row) => row.company_name}
      about={record.row?.customer_code}
      actions={dialogs.pageActions}
      columns={columns}
      sections={(row) => customerSections(row, company, isGst)}
      parts={parts}
    >
      <CustomerDialogs customers={customers} dialogs={dialogs} />
      {children}
    </RecordPage>
  );
}
