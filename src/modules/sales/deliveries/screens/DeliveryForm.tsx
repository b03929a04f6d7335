import { TextInput } from '@mantine/core';
import { useEffect, useMemo, useState } from 'react';
import { takenOwn } from '~/kit/shared/fields/typed-own';
import { picked } from '~/kit/shared/fields/picked';
import { formatNumber } from '~/kit/shared/money/numbers';
import { useComputed } from '~/kit/ui/records/computed';
import { orNetworkError, reportFailure } from '~/kit/ui/calls/reportFailure';
import { useRowOf } from '~/kit/ui/records/useWhole';
import { toast } from '~/kit/ui/messages/toasts';
import { FormDialog } from '~/kit/ui/form/FormDialog';
import { useLatest } from '~/kit/ui/hooks/useLatest';
import { useSendKey } from '~/kit/ui/form/useSendKey';
import { TableHead } from '~/kit/ui/elements/TableHead';
import { useProducts } from '~/modules/catalogue/products/catalogue/screens/products.client';
import { useActiveLocations } from '~/modules/catalogue/products/locations/screens/locations.client';
import { useCompany } from '~/modules/organization/company/screens/settings.client';
import { useMay } from '~/modules/organization/workspaces/screens/workspaces.client';
import type { Address, AddressPatch } from '~/modules/sales/customers/addresses.fields';
import { useCustomerParts } from '~/modules/sales/customers/screens/customer-parts.client';
import { LinesTable } from '~/kit/ui/elements/LinesTable';
import {
  type Order,
  orderFields,
  type OrderItem,
  type OrderWithLines,
} from '~/modules/sales/orders/orders.fields';
import {
  type Delivery,
  deliveryFields,
  deliveryHeader,
  type DeliveryWithItems,
  transportNames,
} from '../deliveries.fields';
import {
  firstLots,
  firstQuantities,
  readQuantities,
  type TypedQuantities,
} from '../deliveries.rules';
import { createDelivery, type Deliveries, useWholeDelivery } from './deliveries.client';

const fields = picked(deliveryFields, [...deliveryHeader, 'custom']);
type Name = (typeof deliveryHeader)[number];

/** A location is chosen where there are several. */
function draftSections(areSeveral: boolean): { title: string; names: readonly Name[] }[] {
  const location: Name[] = areSeveral ? ['location_id'] : [];
  return [
    { title: 'Delivery', names: ['delivery_date', 'shipping_address_id', ...location] },
    { title: 'Transport', names: transportNames },
  ];
}
const ofDispatched = [{ title: 'Transport', names: transportNames }] as const;

interface NewProps {
  order: Order | null;
  onClose: () => void;
}

/** "Deliver" on an order, with the open quantities filled in. */
export function NewDelivery({ order, onClose }: NewProps) {
  if (order === null) return null;
  return <NewForm key={order.id} order={order} onClose={onClose} />;
}

function NewForm({ order, onClose }: { order: Order; onClose: () => void }) {
  const { order: whole, isMissing } = useOrder(order.id);
  useCloseOnFailure(isMissing, onClose);
  return whole ? <Form order={whole} existing={null} onClose={onClose} /> : null;
}

/** Closes a form whose order could not be loaded, with a message. */
function useCloseOnFailure(isMissing: boolean, onClose: () => void): void {
  const close = useLatest(onClose);
  useEffect(() => {
    if (!isMissing) return;
    toast('error', 'Failed to load order details');
    close.current();
  }, [isMissing, close]);
}

interface EditProps {
  deliveries: Deliveries;
  delivery: Delivery | null;
  onClose: () => void;
}

/** "Edit Delivery": a draft whole, a dispatched one's transport and notes. */
export function EditDelivery({ delivery, ...props }: EditProps) {
  return delivery && <EditForm key={delivery.id} {...props} delivery={delivery} />;
}

function EditForm({ delivery, ...props }: EditProps & { delivery: Delivery }) {
  const [opened] = useState(delivery);
  const { data, state } = useWholeDelivery(opened);
  const isDraft = opened.status === 'draft';
  const { order, isMissing } = useOrder(isDraft ? opened.order_id : null);
  useCloseOnFailure(isMissing || state === 'failed', props.onClose);
  if (data?.id !== opened.id || (isDraft && !order)) return null;
  return <Form {...props} order={order} existing={data} />;
}

function useOrder(id: number | null): { order: OrderWithLines | null; isMissing: boolean } {
  const { data, state } = useComputed<OrderWithLines>(`/orders/${id ?? 0}`, {
    dependsOn: ['orders'],
    day: '',
    isEnabled: id !== null,
  });
  return { order: data?.id === id ? data : null, isMissing: state === 'failed' };
}

interface FormProps {
  deliveries?: Deliveries;
  order: OrderWithLines | null;
  existing: DeliveryWithItems | null;
  onClose: () => void;
}

function Form({ deliveries, order, existing, onClose }: FormProps) {
  const { today } = useCompany();
  const { items, wrong, isChanged, input } = useQuantities(order, existing);
  const keyFor = useSendKey();
  const [initial] = useState(() => existing ?? startOf(order, today));
  const customer = existing?.customer_id ?? order?.customer_id ?? 0;
  const locations = useStoreChoices();
  const choices = { ...useAddressChoices(customer), location_id: locations };
  const isDraft = existing === null || existing.status === 'draft';
  const mayDispatch = useMay('deliveries.update').ok;
  return (
    <FormDialog
      onClose={onClose}
      title={existing ? `Edit Delivery ${existing.delivery_number}` : 'Deliver'}
      subject={order?.id}
      size="lg"
      fields={fields}
      initial={initial}
      sections={isDraft ? draftSections(locations.length > 1) : ofDispatched}
      required={isDraft ? ['delivery_date'] : []}
      isFollowing
      isIssued={!isDraft}
      choices={choices}
      blocked={() => (isDraft ? wrong : null)}
      isChangedBeside={isChanged}
      {...labelsOf(existing !== null, mayDispatch)}
      failedText={existing ? 'Failed to update delivery' : 'Failed to create delivery'}
      onSubmit={async (values, _key, save, isOther) => {
        if (existing) {
          await report('update', () =>
            save(values, async (change) => {
              const body = isDraft ? { ...change, items } : change;
              return deliveries?.update(existing.id, body);
            }),
          );
          return;
        }
        const staysDraft = isOther || !mayDispatch;
        const status = staysDraft ? 'draft' : 'dispatched';
        const body = { ...values, order_id: order?.id, status, items };
        const what = staysDraft ? 'create' : 'dispatch';
        await report(what, () => createDelivery(body, keyFor(body)));
      }}
    >
      {isDraft ? input : null}
    </FormDialog>
  );
}

/** The quantities and lots typed for the lines, with their inputs. */
function useQuantities(order: OrderWithLines | null, existing: DeliveryWithItems | null) {
  const lines = useMemo(() => linesOf(order, existing), [order, existing]);
  const [before] = useState(() => firstQuantities(lines, existing?.items ?? null));
  const [typed, setTyped] = useState<TypedQuantities>(before);
  const [lotsBefore] = useState(() => firstLots(existing?.items ?? []));
  const [lots, setLots] = useState(lotsBefore);
  return {
    ...readQuantities(lines, typed, lots),
    isChanged: JSON.stringify([typed, lots]) !== JSON.stringify([before, lotsBefore]),
    input: (
      <Quantities
        lines={lines}
        typed={typed}
        onChange={(id, text) => setTyped({ ...typed, [id]: text })}
        lots={lots}
        onLots={(id, text) => setLots({ ...lots, [id]: text })}
      />
    ),
  };
}

/** Who may not dispatch saves drafts alone. */
function labelsOf(isExisting: boolean, mayDispatch: boolean) {
  if (isExisting) return { submitLabel: 'Save' };
  const draft = 'Save as Draft';
  return mayDispatch ? { submitLabel: 'Dispatch', otherLabel: draft } : { submitLabel: draft };
}

const outcomes = {
  create: 'Delivery created successfully!',
  dispatch: 'Delivery dispatched successfully!',
  update: 'Delivery updated successfully!',
};

async function report(what: keyof typeof outcomes, work: () => Promise<unknown>): Promise<void> {
  const refused = `Failed to ${what} delivery`;
  await reportFailure(orNetworkError(refused), work);
  toast('success', outcomes[what]);
}

function startOf(order: OrderWithLines | null, today: string) {
  return {
    delivery_date: today,
    shipping_address_id: order?.shipping_address_id ?? null,
    custom: order ? takenOwn(deliveryFields, { fields: orderFields, row: order }) : {},
  };
}

/** The lines of the order with something open, and those of the draft. */
function linesOf(order: OrderWithLines | null, existing: DeliveryWithItems | null): OrderItem[] {
  const ofDelivery = new Set(existing?.items.map(({ order_line_id }) => order_line_id));
  return (order?.items ?? []).filter(
    ({ id, open_quantity }) => open_quantity > 0 || ofDelivery.has(id),
  );
}

function useAddressChoices(customer: number) {
  const { rows } = useCustomerParts<Address, AddressPatch>(customer, 'addresses');
  return useMemo(
    () => ({
      shipping_address_id: rows.map(({ id, label, city }) => ({
        value: String(id),
        label: [label, city].filter(Boolean).join(', '),
      })),
    }),
    [rows],
  );
}

interface QuantitiesProps {
  lines: readonly OrderItem[];
  typed: TypedQuantities;
  onChange: (id: number, text: string) => void;
  lots: TypedQuantities;
  onLots: (id: number, text: string) => void;
}

function Quantities({ lines, typed, onChange, lots, onLots }: QuantitiesProps) {
  return (
    <LinesTable caption="Items" stacked>
      <TableHead
        titles={['Product']}
        amounts={['Ordered', 'Delivered', 'Open', 'On Hand']}
        after={['Quantity']}
      />
      <tbody>
        {lines.map((line) => (
          <tr key={line.id}>
            <th scope="row">
              {line.description}
              <Lots line={line} typed={lots[line.id] ?? ''} onChange={onLots} />
            </th>
            <td className="amount" data-label="Ordered">
              {formatNumber(line.quantity)}
            </td>
            <td className="amount" data-label="Delivered">
              {formatNumber(line.delivered_quantity)}
            </td>
            <td className="amount" data-label="Open">
              {formatNumber(line.open_quantity)}
            </td>
            <td className="amount" data-label="On Hand">
              <OnHand id={line.product_id} />
            </td>
            <td data-label="Quantity">
              <TextInput
                aria-label={`Quantity of ${line.description}`}
                inputMode="decimal"
                autoComplete="off"
                w={96}
                onFocus={(event) => event.currentTarget.select()}
                value={typed[line.id] ?? ''}
                onChange={(event) => onChange(line.id, event.currentTarget.value)}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </LinesTable>
  );
}

function useStoreChoices() {
  const stores = useActiveLocations().filter(({ kind }) => kind === 'store');
  return stores.map(({ id, name }) => ({ value: String(id), label: name }));
}

interface LotsProps {
  line: OrderItem;
  typed: string;
  onChange: (id: number, text: string) => void;
}

/** The lots of a tracked product, which the server picks where none are typed. */
function Lots({ line, typed, onChange }: LotsProps) {
  const product = useRowOf(useProducts(), line.product_id);
  if (!product || product.tracking === 'none') return null;
  return (
    <TextInput
      aria-label={`Lots of ${line.description}`}
      placeholder="Lots, such as A x 4, B x 3; empty: first expiring"
      autoComplete="off"
      size="xs"
      value={typed}
      onChange={(event) => onChange(line.id, event.currentTarget.value)}
    />
  );
}

function OnHand({ id }: { id: number }) {
  const product = useRowOf(useProducts(), id);
  return product ? formatNumber(product.stock_quantity) : '–';
}
