import { useCallback, useMemo, useState } from 'react';
import type { FieldInputProps } from '~/kit/ui/form/FieldInput';
import { FormDialog } from '~/kit/ui/form/FormDialog';
import type { BodyTexts } from '~/kit/ui/form/saveOver';
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
export default function PriceListForm({ subject, ...props }: Props) {
  if (subject === null) return null;
  return subject === 'new' ? (
    <Form {...props} saved={null} />
  ) : (
    <EditForm {...props} key={subject.id} list={subject} />
  );
}

/** The prices come with the list alone; what is typed stays when it is changed by others. */
function EditForm({ list, ...props }: Omit<Props, 'subject'> & { list: PriceList }) {
  const { data } = useWholePriceList(list);
  const [opened, setOpened] = useState<WholePriceList | null>(null);
  if (opened === null && data?.id === list.id) setOpened(data);
  return opened ? <Form {...props} saved={opened} /> : null;
}

const sections = [
  { title: 'Price List', names: ['name', 'customer_id', 'valid_from', 'valid_until', 'notes'] },
] as const;

function Form({
  priceLists,
  saved,
  onClose,
}: Omit<Props, 'subject'> & { saved: WholePriceList | null }) {
  const { today } = useCompany();
  const { price_decimals: decimals } = useSettings();
  const isAdmin = useSession().role === 'admin';
  const [before] = useState(() => typedParts(saved));
  const [parts, setParts] = useState(before);
  const { wrong, ...sent } = readParts(parts, decimals);
  const setItems = useCallback(
    (next: (items: typeof parts.items) => typeof parts.items) =>
      setParts((now) => ({ ...now, items: next(now.items) })),
    [],
  );
  const initial = useMemo(() => saved ?? { valid_from: today }, [saved, today]);
  const inputs = useCustomerInput(saved?.customer_name ?? undefined);
  return (
    <FormDialog
      onClose={onClose}
      title={saved ? 'Edit Price List' : 'New Price List'}
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
      submitLabel={saved ? 'Save' : 'Create Price List'}
      failed={{ refused: 'Failed to save price list' }}
      onSubmit={async (values, key, save) => {
        const { items, discount_limits } = sent;
        const body = { ...values, items, ...(isAdmin ? { discount_limits } : {}) };
        await (saved
          ? save(body, (change) => priceLists.update(saved.id, change), textsOf(parts, saved))
          : priceLists.create(body, key));
        return `Price list ${saved ? 'updated' : 'created'} successfully`;
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
function textsOf({ items }: ReturnType<typeof typedParts>, saved: WholePriceList): BodyTexts {
  const products = new Map([
    ...saved.items.map(({ product_id, product_name }) => [product_id, product_name] as const),
    ...items.map(({ product_id, product_name }) => [product_id ?? 0, product_name] as const),
  ]);
  const roles = new Map(
    saved.discount_limits.map(({ role_id, role_name }) => [role_id, role_name]),
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
