import { type ReactNode, type RefObject, useRef, useState } from 'react';
import type { Totals } from '~/modules/documents/totals.rules';
import type { TypedLine } from '~/modules/documents/typed-lines.rules';
import { useFormMessages, useFormSending } from '~/kit/ui/form/useFormSending';
import { useCompany } from '~/modules/company/screens/settings.client';
import type { OrderWithLines } from '../orders.fields';
import {
  emptyItem,
  emptyOrder,
  firstKey,
  hasLines,
  isSameOrder,
  orderBody,
  type TypedItem,
  typedOrder,
  type TypedOrder,
  typedProblems,
  type TypedService,
  typedTotals,
} from '../order-form.rules';

export interface OrderFormOptions {
  /** The order to change; null for a new one. */
  before: OrderWithLines | null;
  /** Of a new order whose customer is chosen already. */
  customer: { id: number; company_name: string } | null;
  /** Percent, until another is chosen. */
  settingRate: number;
  /** Why the form cannot be sent yet, where it is worded in one sentence. */
  incompleteText?: string;
  /** A rejection keeps the form open with its sentence; `key` is the opened form's own. */
  onSubmit: (body: Record<string, unknown>, key: string) => Promise<void>;
}

type Lines = 'items' | 'services';
type Line<K extends Lines> = K extends 'items' ? TypedItem : TypedService;

interface Removed {
  kind: Lines;
  index: number;
  line: TypedItem | TypedService;
}

export interface OrderFormState {
  typed: TypedOrder;
  rate: number;
  totals: Totals;
  change: (values: Partial<TypedOrder>) => void;
  changeLine: <K extends Lines>(kind: K, key: number, values: Partial<Line<K>>) => void;
  addItem: () => void;
  addService: () => void;
  removeLine: (kind: Lines, key: number) => void;
  /** The line that was taken away last, which can come back. */
  removed: Removed | null;
  restore: () => void;
  /** The key of the line that was added last, whose first input takes the focus. */
  added: number | null;
  leave: (field: string) => void;
  errorOf: (field: string) => ReactNode;
  /** Why it cannot be sent yet. */
  blockedBy: string | null;
  /** After an attempt: the first thing that is wrong, or the server's sentence. */
  message: string | null;
  details: readonly string[];
  alert: RefObject<HTMLDivElement | null>;
  saving: boolean;
  isUnsaved: () => boolean;
  /** True when it may be sent. */
  attempt: () => boolean;
  send: () => Promise<void>;
}

/** Holds what is typed into an order's form: its lines, its messages, and one attempt to send at a time. */
export function useOrderForm(options: OrderFormOptions & { onSaved: () => void }): OrderFormState {
  const { before, customer, settingRate } = options;
  const { today } = useCompany();
  const [initial] = useState(() => (before ? typedOrder(before) : emptyOrder(customer)));
  const [typed, setTyped] = useState(initial);
  const lines = useLines(typed, setTyped);
  const rate = typed.tax_rate ?? settingRate;
  const problems = typedProblems(typed, { before, today });
  const sending = useFormSending(options, () => orderBody(typed, { rate, before }));
  const isIncomplete = typed.customer_id === null || !hasLines(typed);
  const blockedBy = isIncomplete ? (options.incompleteText ?? problems[0]?.message ?? null) : null;
  const messages = useFormMessages(problems, sending.refusal, blockedBy);
  return {
    typed,
    rate,
    totals: typedTotals(typed, { rate, before }),
    change: (values) => setTyped((now) => ({ ...now, ...values })),
    ...lines,
    ...messages,
    blockedBy,
    saving: sending.saving,
    isUnsaved: () => !sending.isSaved() && !isSameOrder(typed, initial),
    attempt: () => {
      sending.forget();
      messages.attempt();
      return problems.length === 0 && !isIncomplete;
    },
    send: sending.send,
  };
}

type SetTyped = (change: (now: TypedOrder) => TypedOrder) => void;

function useLines(typed: TypedOrder, setTyped: SetTyped) {
  const [removed, setRemoved] = useState<Removed | null>(null);
  const [added, setAdded] = useState<number | null>(null);
  // Below those of the server's lines, which are their ids.
  const lastKey = useRef(firstKey);
  const nextKey = () => {
    lastKey.current -= 1;
    setAdded(lastKey.current);
    return lastKey.current;
  };
  return {
    removed,
    added,
    changeLine: <K extends Lines>(kind: K, key: number, values: Partial<Line<K>>) =>
      setTyped((now) => ({
        ...now,
        [kind]: now[kind].map((line) => (line.key === key ? { ...line, ...values } : line)),
      })),
    addItem: () => {
      const line = emptyItem(nextKey());
      setTyped((now) => ({ ...now, items: [...now.items, line] }));
    },
    addService: () => {
      const { product_id: _, ...shared } = emptyItem(nextKey());
      const line = { ...shared, service_id: null };
      setTyped((now) => ({ ...now, services: [...now.services, line] }));
    },
    removeLine: (kind: Lines, key: number) => {
      const index = typed[kind].findIndex((line) => line.key === key);
      const line = typed[kind][index];
      if (!line) return;
      setRemoved({ kind, index, line });
      setTyped((now) => ({ ...now, [kind]: now[kind].filter((each) => each.key !== key) }));
    },
    restore: () => {
      if (!removed) return;
      const { kind, index, line } = removed;
      const back = Number(line.quantity) > 0 ? line : { ...line, quantity: '1' };
      setTyped((now) => ({ ...now, [kind]: now[kind].toSpliced(index, 0, back as never) }));
      setRemoved(null);
    },
  };
}

/** What every line of an order's form is: its name ("Item 2"), what is wrong with it, and what can be done with it. */
export function lineProps<K extends Lines>(
  form: OrderFormState,
  { kind, index, line }: { kind: K; index: number; line: Line<K> },
) {
  const at = `${kind}.${index}`;
  return {
    name: `${kind === 'items' ? 'Item' : 'Service'} ${index + 1}`,
    line,
    whole: kind === 'items',
    errors: {
      quantity: form.errorOf(`${at}.quantity`),
      unit_price: form.errorOf(`${at}.unit_price`),
    },
    onChange: (values: Partial<TypedLine>) =>
      form.changeLine(kind, line.key, values as Partial<Line<K>>),
    onLeave: (name: keyof TypedLine) => form.leave(`${at}.${name}`),
    onRemove: () => form.removeLine(kind, line.key),
  };
}
