import { TextInput } from '@mantine/core';
import { useCallback, useMemo } from 'react';
import { FormField, FormGrid } from '~/kit/ui/form/FormParts';
import { useValues } from '~/kit/ui/form/useForm';
import { ofProduct } from '~/modules/buying/purchase-orders/purchase-form.rules';
import { FreeItem } from '~/modules/buying/purchase-orders/screens/FreeItem';
import { useTermsByProduct } from '~/modules/buying/purchase-orders/screens/purchase-orders.client';
import { VendorPicker } from '~/modules/buying/vendors/screens/VendorPicker';
import type { Product } from '~/modules/catalogue/products/catalogue/products.fields';
import { useCompany, useSettings } from '~/modules/organization/company/screens/settings.client';
import { noErrors } from '~/modules/sales/documents/lines/line-rows.rules';
import {
  DescribedItems,
  type OwnInput,
} from '~/modules/sales/documents/lines/screens/DescribedItems';
import { useTypedLines } from '~/modules/sales/documents/lines/screens/useTypedLines';
import { receiptItemFields } from '../goods-receipts.fields';
import {
  emptyGoods,
  emptyUnordered,
  goodsList,
  readUnordered,
  type TypedGoods,
  type TypedUnordered,
} from '../unordered-goods.rules';
import { ReceivedLots, RejectReason } from './ReceiptInputs';

const noTax = { preview: null };
const lists = ['items'] as const;

/** Goods of a vendor that no order was made for (docs/product/goods-receipts.md#screen). */
export function useUnorderedGoods() {
  const { price_decimals: decimals } = useSettings();
  const { values: typed, getValues, setValues } = useValues<TypedUnordered>(emptyUnordered);
  const { changing, added, addLine } = useTypedLines<'items', TypedGoods, TypedUnordered>({
    lists,
    getTyped: getValues,
    change: setValues,
    emptyLine: emptyGoods,
  });
  const actions = useMemo(() => ({ ...changing, leave: () => undefined }), [changing]);
  const terms = useTermsByProduct(typed.vendor_id);
  const { today } = useCompany();
  const fill = useCallback(
    (product: Product) => ofProduct(product, terms.get(product.id)),
    [terms],
  );
  const { items, wrong } = readUnordered(typed, { decimals, existing: [], today });
  return {
    of: { vendor_id: typed.vendor_id },
    items,
    wrong,
    isChanged: typed !== emptyUnordered,
    element: (
      <>
        <FormField required>
          <VendorPicker
            value={typed.vendor_id}
            chosenName={typed.vendor_name}
            required
            onChange={({ id, company_name }) =>
              setValues((now) => ({ ...now, vendor_id: id, vendor_name: company_name }))
            }
          />
        </FormField>
        <DescribedItems
          form={{
            typed,
            rowOf: (list, line, index) => ({
              ...goodsList,
              actions,
              list,
              line,
              index,
              errors: noErrors,
            }),
            added,
            addLine,
            isGst: false,
            tax: noTax,
          }}
          noneText="No items yet."
          isOfProduct
          ofProduct={fill}
          own={goodsInputs}
        />
      </>
    ),
  };
}

/** The unit, the rejected quantity and the lots of a line. */
function goodsInputs({ line, change }: OwnInput<TypedGoods>) {
  return (
    <FormGrid>
      <FormField compact>
        <TextInput
          label={receiptItemFields.unit.label}
          value={line.unit}
          autoComplete="off"
          onChange={(event) => change({ unit: event.currentTarget.value })}
        />
      </FormField>
      <FormField compact>
        <TextInput
          label={receiptItemFields.rejected_quantity.label}
          value={line.rejected}
          inputMode="decimal"
          autoComplete="off"
          onChange={(event) => change({ rejected: event.currentTarget.value })}
        />
      </FormField>
      {Number(line.rejected) > 0 ? (
        <FormField compact>
          <RejectReason
            label={receiptItemFields.reject_reason.label}
            value={line.reason}
            onChange={(reason) => change({ reason })}
          />
        </FormField>
      ) : null}
      <FormField wide>
        <ReceivedLots
          label="Lots"
          productId={line.product_id}
          value={line.lots}
          onChange={(lots) => change({ lots })}
        />
      </FormField>
      <FreeItem line={line} />
    </FormGrid>
  );
}
