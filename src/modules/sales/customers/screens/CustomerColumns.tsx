import { useMemo } from 'react';
import { columnsFromFields } from '~/kit/ui/columns/columns';
import { saveCell } from '~/kit/ui/records/saveCell';
import { useLatest } from '~/kit/ui/hooks/useLatest';
import type { Column } from '~/kit/ui/columns/tableColumn';
import { useCompany, useSettings } from '~/modules/organization/company/screens/settings.client';
import { useMay } from '~/modules/organization/workspaces/screens/workspaces.client';
import { type Customer, customerFields } from '../customers.fields';
import type { Customers } from './customers.client';
import { partyWidths, withLocation } from './PartyColumns';

const except = ['id', 'workspace_id', 'contact_texts'] as const;
const exceptGst = [...except, 'gst_category', 'state_code'] as const;

const texts = {
  noun: 'customer',
  saved: 'Customer updated successfully',
  refused: 'Failed to update customer',
  offlineText: 'Error updating customer. Please try again.',
};

export function useCustomerColumns(customers: Customers): readonly Column<Customer>[] {
  const latest = useLatest(customers);
  const { timeZone, today } = useCompany();
  const isGst = useSettings().tax_mode === 'gst';
  const writing = useMay('customers.update');
  return useMemo(() => {
    const columns = columnsFromFields(customerFields, {
      except: isGst ? except : exceptGst,
      timeZone,
      today,
      required: ['company_name'],
      canEdit: () => writing,
      save: (customer, patch, edit) =>
        saveCell(latest.current, customer, patch, { ...texts, name: customer.company_name, edit }),
      overrides: {
        ...partyWidths,
        customer_code: { width: 132, edit: { isUnique: true } },
      },
    });
    return withLocation(columns);
  }, [latest, isGst, writing, timeZone, today]);
}
