import { useMemo } from 'react';
import { ChoiceBadge } from '~/kit/ui/elements/Badge';
import { columnsFromFields } from '~/kit/ui/columns/columns';
import type { Column } from '~/kit/ui/columns/tableColumn';
import { useCompany } from '~/modules/organization/company/screens/settings.client';
import {
  type VendorPayment,
  vendorPaymentFields,
  vendorPaymentStatuses,
} from '../vendor-payments.fields';

const except = ['id', 'vendor_id', 'created_by', 'allocated_tds', 'tds_base'] as const;

export function useVendorPaymentColumns(): readonly Column<VendorPayment>[] {
  const { timeZone, today } = useCompany();
  return useMemo(
    () =>
      columnsFromFields(vendorPaymentFields, {
        except,
        timeZone,
        today,
        required: ['payment_number'],
        overrides: {
          payment_number: { width: 156, copy: true },
          vendor_name: { width: 164 },
          payment_date: { width: 112 },
          payment_method: { width: 104 },
          reference_number: { width: 140 },
          amount: { width: 112 },
          tds_amount: { width: 104 },
          unallocated: { width: 108 },
        },
      }),
    [timeZone, today],
  );
}

export function VendorPaymentStatus({ payment }: { payment: Pick<VendorPayment, 'status'> }) {
  return <ChoiceBadge choices={vendorPaymentStatuses} value={payment.status} />;
}
