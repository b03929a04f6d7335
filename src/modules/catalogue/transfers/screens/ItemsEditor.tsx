import { Autocomplete, TextInput } from '@mantine/core';
import { useMemo } from 'react';
import { useRowOf } from '~/kit/ui/records/useWhole';
import { AddRow } from '~/kit/ui/elements/AddButton';
import { RemoveButton } from '~/kit/ui/elements/RemoveButton';
import { SoftText } from '~/kit/ui/theme/SoftText';
import { FormSection } from '~/kit/ui/form/FormParts';
import { ProductPicker } from '~/modules/catalogue/products/catalogue/screens/ProductPicker';
import { useProducts } from '~/modules/catalogue/products/catalogue/screens/products.client';
import type { Location } from '~/modules/catalogue/products/locations/locations.fields';
import { mostItems } from '../transfers.fields';
import { emptyItem, thereIn, type TypedItem } from '../typed-items.rules';
import classes from './ItemsEditor.module.css';
import { useLevels } from './transfers.client';

type Items = readonly TypedItem[];

interface Props {
  items: readonly TypedItem[];
  /** The location that the goods leave. */
  from: Location | null;
  onChange: (next: (items: TypedItem[]) => TypedItem[]) => void;
}

/** The lines of a transfer as they are typed; those of tracked products can name a lot. */
export function ItemsEditor({ items, from, onChange }: Props) {
  return (
    <FormSection>
      <legend>Items</legend>
      <div className={classes.rows}>
        {items.map((item, index) => (
          <ItemRow
            key={item.key}
            item={item}
            name={`Item ${index + 1}`}
            from={from}
            onChange={(values) =>
              onChange((now) =>
                now.map((each) => (each.key === item.key ? { ...each, ...values } : each)),
              )
            }
            onRemove={() => onChange((now) => now.filter((each) => each.key !== item.key))}
          />
        ))}
      </div>
      <AddRow
        mb="sm"
        disabled={items.length >= mostItems}
        onClick={() => onChange((now) => [...now, emptyItem(now)])}
      >
        Add Item
      </AddRow>
    </FormSection>
  );
}

interface RowProps {
  item: Items[number];
  name: string;
  from: Location | null;
  onChange: (values: Partial<TypedItem>) => void;
  onRemove: () => void;
}

function ItemRow({ item, name, from, onChange, onRemove }: RowProps) {
  const product = useRowOf(useProducts(), item.product_id);
  const { data } = useLevels(from ? item.product_id : null);
  const there = useMemo(
    () => (data && from && product ? thereIn(data.levels, from, product.unit_of_measure) : null),
    [data, from, product],
  );
  const isTracked = product ? product.tracking !== 'none' : item.lot !== '';
  return (
    <div
      className={classes.item}
      role="group"
      aria-label={name}
      data-tracked={isTracked || undefined}
    >
      <div className={classes.what}>
        <ProductPicker
          value={item.product_id}
          chosenName={item.product_name}
          onChange={({ id, product_name }) => onChange({ product_id: id, product_name, lot: '' })}
        />
      </div>
      <TextInput
        label="Quantity"
        value={item.quantity}
        inputMode="decimal"
        autoComplete="off"
        onChange={(event) => onChange({ quantity: event.currentTarget.value })}
      />
      {isTracked ? (
        <Autocomplete
          label={product?.tracking === 'serial' ? 'Serial Numbers' : 'Lot'}
          placeholder="First expiring"
          value={item.lot}
          data={there?.lots ?? []}
          limit={50}
          autoComplete="off"
          onChange={(lot) => onChange({ lot })}
        />
      ) : null}
      <RemoveButton label={`Remove ${name}`} onRemove={onRemove} />
      {there ? (
        <SoftText small className={classes.there}>
          {there.text}
        </SoftText>
      ) : null}
    </div>
  );
}
