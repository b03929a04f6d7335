import { useMemo } from 'react';
import { ChoiceBadge } from '~/kit/ui/elements/Badge';
import { columnsFromFields } from '~/kit/ui/columns/columns';
import type { Column } from '~/kit/ui/columns/tableColumn';
import { useCompany } from '~/modules/organization/company/screens/settings.client';
import { type GoodsReceipt, goodsReceiptFields, statusesOf } from '../goods-receipts.fields';

const except = ['id', 'purchase_order_id', 'vendor_id', 'location_id', 'created_by'] as const;

export function useReceiptColumns(): readonly Column<GoodsReceipt>[] {
  const { timeZone, today } = useCompany();
  return useMemo(
    () =>
      columnsFromFields(goodsReceiptFields, {
        except,
        timeZone,
        today,
        required: ['goods_receipt_number'],
        overrides: {
          goods_receipt_number: { width: 176, copy: true },
          kind: { badge: false },
          vendor_name: { width: 200 },
          status: {
            text: (receipt) =>
              statusesOf(receipt).find(({ value }) => value === receipt.status)?.label ?? '',
            render: (receipt) => <ReceiptStatus receipt={receipt} />,
          },
        },
      }),
    [timeZone, today],
  );
}

export function ReceiptStatus({ receipt }: { receipt: GoodsReceipt }) {
  return <ChoiceBadge choices={statusesOf(receipt)} value={receipt.status} />;
}
