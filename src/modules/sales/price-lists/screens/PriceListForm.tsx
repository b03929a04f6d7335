import { useCallback, useMemo, useState } from 'react';
import { reportFailure } from '~/kit/ui/data/reportFailure';
import { toast } from '~/kit/ui/elements/toasts';
import type { FieldInputProps } from '~/kit/ui/form/FieldInput';
import { FormDialog } from '~/kit/ui/form/FormDialog';
import type { BodyWords } from '~/kit/ui/form/saveOver';
import { useCompany, useSettings } from '~/modules/organization/company/screens/settings.client';
import { useSession } from '~/modules/organization/users/sessions/screens/session.client';
import { CustomerPicker } from '~/modules/sales/customers/screens/CustomerPicker';
import { type PriceList, priceListFields, type WholePriceList } from '../price-lists.fields';
import { validityProblem } from '../price-lists.rules';
import { partText, readParts, typedParts } from '../typed-prices.rules';
import { LimitsEditor } from './LimitsEditor';
import { PricesEditor } from './PricesEditor';
import { type PriceLists, useWholePriceList } from './price-lists.client';

interface Props {
  priceLists: PriceLists;
  subject: PriceList | 'new' | null;
  onClose: () => void;
}

/** "New Price List" and "Edit Price List" (docs/product/price-lists.md#form). */
export function PriceListForm({ subject, ...props }: Props) {
  if (subject === null) return null;
  return subject === 'new' ? (
    <Form {...props} known={null} />
  ) : (
    <EditForm {...props} key={subject.id} list={subject} />
  );
}

/** The prices come with the list alone; what is typed stays when it is changed by others. */
function EditForm({ list, ...props }: Omit<Props, 'subject'> & { list: PriceList }) {
  const { data } = useWholePriceList(list);
  const [opened, setOpened] = useState<WholePriceList | null>(null);
  if (opened === null && data?.id === list.id) setOpened(data);
  return opened ? <Form {...props} known={opened} /> : null;
}

const sections = [
  { title: 'Price List', names: ['name', 'customer_id', 'valid_from', 'valid_until', 'notes'] },
] as const;

function Form({
  priceLists,
  known,
  onClose,
}: Omit<Props, 'subject'> & { known: WholePriceList | null }) {
  const { today } = useCompany();
  const { price_decimals: decimals } = useSettings();
  const isAdmin = useSession().role === 'admin';
  const [before] = useState(() => typedParts(known));
  const [parts, setParts] = useState(before);
  const { wrong, ...sent } = readParts(parts, decimals);
  const setItems = useCallback(
    (next: (items: typeof parts.items) => typeof parts.items) =>
      setParts((now) => ({ ...now, items: next(now.items) })),
    [],
  );
  const initial = useMemo(() => known ?? { valid_from: today }, [known, today]);
  const inputs = useCustomerInput(known?.customer_name ?? undefined);
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={known ? 'Edit Price List' : 'New Price List'}
      size="xl"
      fields={priceListFields}
      initial={initial}
      sections={sections}
      required={['valid_from']}
      inputs={inputs}
      check={(name, typed) =>
        name === 'valid_until'
          ? validityProblem({
              valid_from: typed['valid_from'] ?? '',
              valid_until: typed['valid_until'] || null,
            })
          : null
      }
      blocked={() => wrong}
      isChangedBeside={JSON.stringify(parts) !== JSON.stringify(before)}
      submitLabel={known ? 'Save' : 'Create Price List'}
      failedText="Failed to save price list"
      onSubmit={async (values, key, save) => {
        const { items, discount_limits } = sent;
        const body = { ...values, items, ...(isAdmin ? { discount_limits } : {}) };
        await reportFailure({ refused: 'Failed to save price list' }, async () => {
          await (known
            ? save(body, (change) => priceLists.update(known.id, change), wordsOf(parts, known))
            : priceLists.create(body, key));
          toast('success', `Price list ${known ? 'updated' : 'created'} successfully`);
        });
      }}
    >
      <PricesEditor items={parts.items} onChange={setItems} />
      {isAdmin ? (
        <LimitsEditor limits={parts.limits} onChange={(limits) => setParts({ ...parts, limits })} />
      ) : null}
    </FormDialog>
  );
}

/** How the parts besides the fields read when another user has changed them too. */
function wordsOf({ items }: ReturnType<typeof typedParts>, known: WholePriceList): BodyWords {
  const products = new Map([
    ...known.items.map(({ product_id, product_name }) => [product_id, product_name] as const),
    ...items.map(({ product_id, product_name }) => [product_id ?? 0, product_name] as const),
  ]);
  const roles = new Map(
    known.discount_limits.map(({ role_id, role_name }) => [role_id, role_name]),
  );
  const nameOf = {
    product: (id: number) => products.get(id) ?? `Product ${id}`,
    role: (id: number) => roles.get(id) ?? `Role ${id}`,
  };
  return {
    valuesOf: (row) => ownValues(row as WholePriceList),
    labelOf: (part) => labels[part],
    textOf: (part, value) => partText(part, value, nameOf),
  };
}

const labels: Readonly<Record<string, string>> = {
  items: 'Products',
  discount_limits: 'Discount Limits',
};

/** A record of the server as the form sends it. */
function ownValues({ items, discount_limits, ...row }: WholePriceList) {
  return {
    ...row,
    items: items.map(({ product_id, from_quantity, unit_price }) => ({
      product_id,
      from_quantity,
      unit_price,
    })),
    discount_limits: discount_limits.map(({ role_id, percent }) => ({ role_id, percent })),
  };
}

function useCustomerInput(name: string | undefined) {
  const [chosenName, setName] = useState(name);
  return useMemo(
    () => ({
      customer_id: (props: FieldInputProps) => (
        <CustomerInput {...props} chosenName={chosenName} onChosen={setName} />
      ),
    }),
    [chosenName],
  );
}

interface CustomerProps extends FieldInputProps {
  chosenName: string | undefined;
  onChosen: (name: string) => void;
}

/** No customer means every customer. */
function CustomerInput({ value, onChange, onChosen, chosenName, ...props }: CustomerProps) {
  const customer = value === '' ? null : Number(value);
  return (
    <CustomerPicker
      id={props.id}
      value={customer}
      chosenName={customer === null ? undefined : chosenName}
      placeholder="All customers"
      error={props.error}
      onChange={(chosen) => {
        onChosen(chosen.company_name);
        onChange(String(chosen.id));
      }}
      onClear={() => onChange('')}
      onBlur={props.onBlur}
    />
  );
}
