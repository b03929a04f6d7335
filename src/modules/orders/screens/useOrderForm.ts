import { useDocumentForm } from '~/modules/documents/screens/useDocumentForm';
import { useCompany } from '~/modules/company/screens/settings.client';
import type { OrderWithLines } from '../orders.fields';
import {
  emptyOrder,
  emptyOrderLine,
  hasLines,
  isSameOrder,
  orderBody,
  orderLists,
  type TypedOrder,
  typedOrder,
  type TypedOrderLine,
  typedProblems,
  typedTotals,
} from '../order-form.rules';

export interface OrderFormOptions {
  before: OrderWithLines | null;
  customer: { id: number; company_name: string } | null;
  /** In percent, until another rate is chosen. */
  settingRate: number;
  /** A single sentence that replaces the form's own reasons why it cannot be sent yet. */
  incompleteText?: string;
  /** A rejection keeps the form open with its message; `key` is unique to the opened form. */
  onSubmit: (body: Record<string, unknown>, key: string) => Promise<void>;
}

export type OrderForm = ReturnType<typeof useOrderForm>;

export function useOrderForm(options: OrderFormOptions & { onSaved: () => void }) {
  const { before, customer, settingRate, incompleteText } = options;
  const { today } = useCompany();
  const problemsOf = (typed: TypedOrder) => typedProblems(typed, { before, today });
  return useDocumentForm<
    keyof typeof orderLists,
    TypedOrderLine,
    TypedOrder,
    Record<string, unknown>
  >({
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
    bodyOf: (typed, rate) => orderBody(typed, { rate, before }),
    onSubmit: options.onSubmit,
    onSaved: options.onSaved,
    draft: {
      key: before ? `Order ${before.id}` : `New order ${customer?.id ?? ''}`,
      version: before?.updated_at ?? null,
    },
  });
}
