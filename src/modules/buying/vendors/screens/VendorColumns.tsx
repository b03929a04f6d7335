import { useMemo } from 'react';
import { saveCell } from '~/kit/ui/records/saveCell';
import { columnsFromFields } from '~/kit/ui/columns/columns';
import type { Column } from '~/kit/ui/columns/tableColumn';
import { useLatest } from '~/kit/ui/hooks/useLatest';
import { useCompany, useSettings } from '~/modules/organization/company/screens/settings.client';
import { useMay } from '~/modules/organization/workspaces/screens/workspaces.client';
import { partyWidths, withLocation } from '~/modules/sales/customers/screens/PartyColumns';
import { type Vendor, vendorFields } from '../vendors.fields';
import type { Vendors } from './vendors.client';

const except = ['id'] as const;
const exceptGst = [...except, 'gst_category', 'state_code'] as const;

const texts = {
  noun: 'vendor',
  saved: 'Vendor updated successfully',
  refused: 'Failed to update vendor',
  offlineText: 'Error updating vendor. Please try again.',
};

export function useVendorColumns(vendors: Vendors): readonly Column<Vendor>[] {
  const latest = useLatest(vendors);
  const { timeZone, today } = useCompany();
  const isGst = useSettings().tax_mode === 'gst';
  const writing = useMay('vendors.update');
  return useMemo(() => {
    const columns = columnsFromFields(vendorFields, {
      except: isGst ? except : exceptGst,
      timeZone,
      today,
      required: ['company_name'],
      canEdit: () => writing,
      save: (vendor, patch, edit) =>
        saveCell(latest.current, vendor, patch, { ...texts, name: vendor.company_name, edit }),
      overrides: {
        ...partyWidths,
        company_name: { width: 230, least: 190 },
        msme: { least: 116 },
        vendor_code: { width: 132, edit: { isUnique: true } },
      },
    });
    return withLocation(columns);
  }, [latest, isGst, writing, timeZone, today]);
}
