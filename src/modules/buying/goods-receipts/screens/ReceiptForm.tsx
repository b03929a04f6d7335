import {
  type Counted,
  useBeforeCount,
} from '~/modules/catalogue/products/stock/screens/BeforeCount';
import { withRevaluedText } from '~/modules/catalogue/products/stock/revalued.fields';
import { Checkbox, Select } from '@mantine/core';
import { useMemo, useState } from 'react';
import { picked } from '~/kit/shared/fields/picked';
import { ApiError } from '~/kit/ui/calls/api';
import { orNetworkError } from '~/kit/ui/calls/reportFailure';
import type { FieldInputProps } from '~/kit/ui/form/FieldInput';
import { FormDialog } from '~/kit/ui/form/FormDialog';
import { useSendKey } from '~/kit/ui/form/useSendKey';
import { useActiveLocations } from '~/modules/catalogue/products/locations/screens/locations.client';
import { UsualLocation } from '~/modules/catalogue/products/locations/screens/UsualLocation';
import { useCompany } from '~/modules/organization/company/screens/settings.client';
import { useMay } from '~/modules/organization/workspaces/screens/workspaces.client';
import type { PurchaseOrderWithItems } from '~/modules/buying/purchase-orders/purchase-orders.fields';
import {
  type GoodsReceipt,
  goodsReceiptFields,
  openNames,
  receiptHeader,
  type ReceiptWithItems,
} from '../goods-receipts.fields';
import {
  type ProblemsByLine,
  readReceipt,
  refusedLines,
  typedReceipt,
  type TypedReceipt,
} from '../typed-receipts.rules';
import {
  createReceipt,
  type Receipts,
  useOpenOrders,
  useReceivedOrder,
  useWholeReceipt,
} from './goods-receipts.client';
import { ReceiptLines } from './ReceiptLines';
import { useUnorderedGoods } from './UnorderedGoods';

const fields = picked(goodsReceiptFields, receiptHeader);
type Name = (typeof receiptHeader)[number];

interface Props {
  receipts: Receipts;
  subject: GoodsReceipt | 'new' | null;
  onClose: () => void;
}

/** "Receive" and "Edit Receipt" (docs/product/goods-receipts.md#screen). */
export default function ReceiptForm({ receipts, subject, onClose }: Props) {
  if (subject === null) return null;
  if (subject === 'new') return <NewForm onClose={onClose} />;
  return <EditForm key={subject.id} receipts={receipts} receipt={subject} onClose={onClose} />;
}

/** "Receive" on a purchase order, with what is open filled in. */
export function ReceiveOrder({
  record: order,
  onClose,
}: {
  record: { id: number } | null;
  onClose: () => void;
}) {
  return order && <OrderForm key={order.id} id={order.id} onClose={onClose} />;
}

function OrderForm({ id, onClose }: { id: number; onClose: () => void }) {
  const { order } = useReceivedOrder(id);
  return order ? <OrderedForm order={order} saved={null} onClose={onClose} /> : null;
}

/** Chooses the order first, or goods without one. Another choice changes the goods alone. */
function NewForm({ onClose }: { onClose: () => void }) {
  const [chosen, setChosen] = useState<number | null>(null);
  const [isOrdered, setIsOrdered] = useState(true);
  const { order } = useReceivedOrder(chosen);
  const ordered = useOrderedGoods(order, null);
  const unordered = useUnorderedGoods();
  const mayOrder = useMay('purchase_orders.create').ok;
  const before = (
    <>
      {mayOrder ? (
        <Checkbox
          label="Without a purchase order"
          description="It is created along with the receipt"
          mb="sm"
          checked={!isOrdered}
          onChange={(event) => setIsOrdered(!event.currentTarget.checked)}
        />
      ) : null}
      {isOrdered ? <OrderPicker value={chosen} onChange={setChosen} /> : null}
    </>
  );
  return (
    <Form
      saved={null}
      before={before}
      goods={isOrdered ? ordered : unordered}
      order={isOrdered ? order : null}
      onClose={onClose}
    />
  );
}

function OrderPicker({
  value,
  onChange,
}: {
  value: number | null;
  onChange: (id: number | null) => void;
}) {
  const { rows } = useOpenOrders();
  const data = useMemo(
    () =>
      rows
        .filter(({ status }) => status === 'ordered')
        .map(({ id, purchase_number, vendor_name }) => ({
          value: String(id),
          label: `${purchase_number} · ${vendor_name}`,
        })),
    [rows],
  );
  return (
    <Select
      label="Purchase Order"
      placeholder="Choose or type a number"
      data={data}
      value={value === null ? null : String(value)}
      searchable
      required
      limit={50}
      nothingFoundMessage="No order is waiting for goods"
      onChange={(id) => onChange(id === null ? null : Number(id))}
    />
  );
}

type EditProps = Pick<Props, 'receipts' | 'onClose'> & { receipt: GoodsReceipt };

/** What is typed stays when the receipt is changed by others. */
function EditForm({ receipts, receipt, onClose }: EditProps) {
  const { data } = useWholeReceipt(receipt);
  const [opened, setOpened] = useState<ReceiptWithItems | null>(null);
  if (opened === null && data?.id === receipt.id) setOpened(data);
  const isDraft = receipt.status === 'draft';
  const { order } = useReceivedOrder(isDraft ? receipt.purchase_order_id : null);
  if (!opened || (isDraft && !order)) return null;
  return <OrderedForm receipts={receipts} order={order} saved={opened} onClose={onClose} />;
}

interface FormProps {
  receipts?: Receipts;
  saved: ReceiptWithItems | null;
  /** Shown before the goods. */
  before?: React.ReactNode;
  /** Of a draft. */
  goods: {
    of: { purchase_order_id: number } | { vendor_id: number | null } | null;
    items: readonly object[];
    wrong: string | null;
    isChanged: boolean;
    element: React.ReactNode;
    onRefused?: (refusal: ApiError) => void;
  };
  order: PurchaseOrderWithItems | null;
  onClose: () => void;
}

function OrderedForm(props: Omit<FormProps, 'goods' | 'before'>) {
  return <Form {...props} goods={useOrderedGoods(props.order, props.saved)} />;
}

/** The goods of an order; another order starts with its open quantities. */
function useOrderedGoods(order: PurchaseOrderWithItems | null, saved: ReceiptWithItems | null) {
  const { today } = useCompany();
  const lines = useMemo(() => linesOf(order, saved), [order, saved]);
  const startOf = () => {
    const start = typedReceipt(lines, saved?.items ?? null);
    return { of: order?.id, start, typed: start };
  };
  const [{ of, start, typed }, setTyped] = useState(startOf);
  if (order && order.id !== of) setTyped(startOf());
  const { items, problems, wrong } = readReceipt(lines, typed, today);
  const [refusal, setRefusal] = useState<{ typed: TypedReceipt; problems: ProblemsByLine }>();
  const refused = lines.flatMap(({ id }) => {
    const problem = refusal?.typed[id] === typed[id] ? refusal?.problems[id] : undefined;
    return problem ? [[id, problem] as const] : [];
  });
  return {
    of: order && { purchase_order_id: order.id },
    items,
    wrong: order ? wrong : 'Please select a purchase order',
    isChanged: JSON.stringify(typed) !== JSON.stringify(start),
    onRefused: ({ details }: ApiError) =>
      setRefusal({ typed, problems: refusedLines(details, items) }),
    element: order ? (
      <ReceiptLines
        key={order.id}
        lines={lines}
        typed={typed}
        problems={{ ...Object.fromEntries(refused), ...problems }}
        onChange={(next) => setTyped((now) => ({ ...now, typed: next }))}
      />
    ) : null,
  };
}

function Form({ receipts, saved, before, goods, order, onClose }: FormProps) {
  const { today } = useCompany();
  const isDraft = saved === null || saved.status === 'draft';
  const mayReceive = useMay('goods_receipts.update').ok;
  const locations = useActiveLocations();
  const sendingOf = useSendingOf();
  const beforeCount = useBeforeCount(order?.id);
  const texts = textsOf(saved);
  const [initial] = useState(() => saved ?? { receipt_date: today });
  return (
    <FormDialog
      onClose={onClose}
      title={saved ? `Edit ${texts.noun} ${saved.goods_receipt_number}` : 'Receive'}
      subject={before ? undefined : order?.id}
      size="xl"
      fields={fields}
      initial={initial}
      sections={isDraft ? draftSections(locations.length > 1) : [texts.section]}
      required={isDraft ? ['receipt_date'] : []}
      inputs={useLocationInput((saved ? null : order?.location_id) ?? null)}
      blocked={() => (isDraft ? goods.wrong : null)}
      isChangedBeside={goods.isChanged}
      {...labelsOf(saved, mayReceive)}
      failed={orNetworkError(saved ? texts.refused : 'Failed to receive goods')}
      onSubmit={async (values, _key, save, isOther) => {
        if (saved) {
          await noted(
            goods,
            save(values, async (change) =>
              receipts?.update(saved.id, isDraft ? { ...change, items: goods.items } : change),
            ),
          );
          return `${texts.noun} updated successfully!`;
        }
        const status = isOther || !mayReceive ? 'draft' : 'received';
        const body = { ...values, ...goods.of, status, items: goods.items };
        const created = await noted(goods, beforeCount.send(sendingOf(body)));
        return status === 'received'
          ? withRevaluedText('Goods received successfully!', created, today)
          : 'Receipt created successfully!';
      }}
      question={beforeCount.question}
    >
      {isDraft ? (
        <>
          {before}
          {goods.element}
        </>
      ) : null}
    </FormDialog>
  );
}

/** Sends a new receipt, by one key for the same body. */
function useSendingOf() {
  const keyFor = useSendKey();
  return (receipt: object) => (counted: Counted) => {
    const body = { ...receipt, ...counted };
    return createReceipt(body, keyFor(body));
  };
}

/** The lines say what a refusal says of them. */
async function noted<T>({ onRefused }: FormProps['goods'], sent: Promise<T>): Promise<T> {
  try {
    return await sent;
  } catch (error) {
    if (error instanceof ApiError) onRefused?.(error);
    throw error;
  }
}

/** What it is called: goods that went back are changed here too. */
function textsOf(saved: GoodsReceipt | null) {
  const noun = saved?.kind === 'return' ? 'Return' : 'Receipt';
  const refused = `Failed to update ${noun.toLowerCase()}`;
  return { noun, refused, section: { title: noun, names: openNames } };
}

/** Starts with the location of the order, as the server takes it. */
function useLocationInput(ordered: number | null) {
  return useMemo(
    () => ({
      location_id: (input: FieldInputProps) => <UsualLocation {...input} usual={ordered} />,
    }),
    [ordered],
  );
}

/** A location is chosen where there are several. */
function draftSections(areSeveral: boolean): { title: string; names: readonly Name[] }[] {
  const location: Name[] = areSeveral ? ['location_id'] : [];
  return [{ title: 'Receipt', names: ['receipt_date', ...location, ...openNames] }];
}

/** Who may not receive goods saves drafts alone. */
function labelsOf(saved: GoodsReceipt | null, mayReceive: boolean) {
  if (saved) return { submitLabel: 'Save' };
  const draft = 'Save as Draft';
  return mayReceive ? { submitLabel: 'Receive', otherLabel: draft } : { submitLabel: draft };
}

/** The lines of the order with something open, and those of the draft. */
function linesOf(order: PurchaseOrderWithItems | null, saved: ReceiptWithItems | null) {
  const ofDraft = new Set(saved?.items.map(({ purchase_line_id }) => purchase_line_id));
  return (order?.items ?? []).filter(
    ({ id, open_quantity }) => open_quantity > 0 || ofDraft.has(id),
  );
}
