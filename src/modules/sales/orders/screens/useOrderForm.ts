import { saveDocument } from '~/modules/sales/documents/screens/save-document.client';
import { useDocumentForm } from '~/modules/sales/documents/screens/useDocumentForm';
import { taxPreviewOf, useTaxPreview } from '~/modules/sales/documents/screens/useTaxPreview';
import { discountOfForm } from '~/modules/sales/documents/typed-discounts.rules';
import { useListPrices } from '~/modules/sales/price-lists/screens/list-prices.client';
import { useCompany, useSettings } from '~/modules/organization/company/screens/settings.client';
import type { OrderWithLines } from '../orders.fields';
import {
  emptyOrder,
  emptyOrderLine,
  hasLines,
  isSameOrder,
  orderForm,
  orderLists,
  partsOf,
  type TypedOrder,
  typedOrder,
  type TypedOrderLine,
  typedOver,
  typedTotals,
  withoutEmptyLines,
} from '../order-form.rules';
import { typedProblems } from '../order-problems.rules';
import { orderBody } from '../order-body.rules';

type Body = Record<string, unknown>;

/** Sends a change of the order that the form was opened with, over what others have saved in the meantime. */
export type SaveOrder = <Saved>(send: (body: Body) => Promise<Saved>) => Promise<Saved>;

interface Typing {
  typed: TypedOrder;
  rate: number;
}

export interface OrderFormOptions {
  before: OrderWithLines | null;
  customer: { id: number; company_name: string } | null;
  /** In percent, until another rate is chosen. */
  settingRate: number;
  /** A single sentence that replaces the form's own reasons why it cannot be sent yet. */
  incompleteText?: string;
  /**
   * A rejection keeps the form open with its message; `key` is unique to the opened form. A change is sent through
   * `save`.
   */
  onSubmit: (body: Body, key: string, save: SaveOrder) => Promise<void>;
}

export type OrderForm = ReturnType<typeof useOrderForm>;

export function useOrderForm(options: OrderFormOptions & { onSaved: () => void }) {
  const { before, customer, settingRate, incompleteText } = options;
  const { today } = useCompany();
  const { price_decimals: decimals, tax_mode } = useSettings();
  const isGst = tax_mode === 'gst';
  const problemsOf = (typed: TypedOrder) => typedProblems(typed, { before, today, decimals });
  const form = useDocumentForm<keyof typeof orderLists, TypedOrderLine, TypedOrder, Typing>({
    initial: () => (before ? typedOrder(before) : emptyOrder(customer)),
    lists: orderLists,
    emptyLine: emptyOrderLine,
    rate: settingRate,
    problemsOf,
    blockedOf: (typed) => {
      if (typed.customer_id !== null && hasLines(typed)) return null;
      return incompleteText ?? problemsOf(typed)[0]?.message ?? null;
    },
    isSame: isSameOrder,
    totalsOf: (typed, rate) => typedTotals(typed, { rate, before }),
    bodyOf: (typed, rate) => ({ typed, rate }),
    onSubmit: ({ typed, rate }, key) =>
      options.onSubmit(
        orderBody(typed, { rate, before, isGst }),
        key,
        saveOf(typed, before, isGst),
      ),
    onSaved: options.onSaved,
    draft: {
      key: before ? `Order ${before.id}` : `New order ${customer?.id ?? ''}`,
      version: before?.updated_at ?? null,
    },
  });
  useListPrices({
    lines: form.typed.items.filter(({ id }) => id === null),
    customer_id: form.typed.customer_id,
    date: before?.order_date ?? today,
    onPrice: (key, unit_price) => form.changeLine('items', key, { unit_price }),
  });
  const lines = orderForm.taxableLines(withoutEmptyLines(form.typed));
  const { customer_id } = form.typed;
  const discount = discountOfForm(form.typed.discount, lines);
  const asked = isGst && customer_id !== null && lines.length > 0;
  const tax = useTaxPreview(
    asked
      ? { ...taxPreviewOf(form.typed, lines), ...discount, customer_id, ...dateOf(before) }
      : null,
  );
  const places = new Map(lines.map(({ key }, at) => [key, at]));
  return {
    ...form,
    totals: isGst ? (tax.preview ?? form.totals) : form.totals,
    isGst,
    lines,
    tax,
    taxOfLine: (key: number) => tax.preview?.lines[places.get(key) ?? -1] ?? null,
  };
}

function dateOf(before: OrderWithLines | null) {
  return before ? { date: before.order_date } : {};
}

function saveOf(typed: TypedOrder, before: OrderWithLines | null, isGst: boolean): SaveOrder {
  return (send) => {
    if (!before) throw new Error('A new order is not saved over another one');
    return saveDocument({
      form: orderForm,
      row: before,
      typed,
      typedOf: typedOrder,
      partsOf,
      send: ({ updated_at: _inBody, ...parts }, order) => {
        const over = typedOver(order, parts);
        const rate = over.tax_rate ?? order.tax_rate;
        return send(orderBody(over, { rate, before: order, isGst }));
      },
    });
  };
}
