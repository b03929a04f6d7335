import { useMemo } from 'react';
import { deleteAction, editAction, viewAction } from '~/kit/ui/grid/RowActions';
import type { RowAction } from '~/kit/ui/columns/tableColumn';
import { useRecordDialogs } from '~/kit/ui/list/useRecordDialogs';
import { useRights } from '~/modules/organization/workspaces/screens/rights.client';
import { useContactActions } from '~/modules/records/records/screens/ContactActions';
import type { Customer } from '../customers.fields';
import { canDelete } from '../customers.rules';

const contactOf = (customer: Customer) => ({
  name: customer.contact_person ?? customer.company_name,
  phone: customer.phone,
  address: [customer.billing_address, customer.city, customer.state, customer.postal_code],
});

const asks = ['delete', 'edit'] as const;

/** Which dialog is open, and the actions that open one; `/customers?view={id}` opens that customer's details. */
export function useCustomerDialogs(
  rows: readonly Customer[],
  actions: readonly RowAction<Customer>[],
) {
  const may = useRights('customers');
  const dialogs = useRecordDialogs(rows, asks, { canCreate: may.create });
  const { show, close } = dialogs;
  const contact = useContactActions('customers', contactOf);
  const rowActions = useMemo<readonly RowAction<Customer>[]>(
    () => [
      viewAction(show.view),
      ...actions,
      ...contact,
      deleteAction(show.delete, (customer) => may.delete && canDelete(customer).ok),
    ],
    [show, actions, contact, may],
  );
  return {
    ...dialogs,
    /** The action's dialog replaces the details. */
    detailActions: actions.map((action) => ({
      ...action,
      onClick: (customer: Customer) => {
        close();
        action.onClick(customer);
      },
    })),
    rowActions,
    /** The list edits in its cells; the page has a form. */
    pageActions: [...rowActions, editAction(show.edit, () => may.update)],
  };
}

export type CustomerDialogsState = ReturnType<typeof useCustomerDialogs>;
