import { TextInput } from '@mantine/core';
import { memo } from 'react';
import { AddRow } from '~/kit/ui/elements/AddButton';
import { RemoveButton } from '~/kit/ui/elements/RemoveButton';
import { FormSection } from '~/kit/ui/form/FormParts';
import type { Product } from '~/modules/catalogue/products/catalogue/products.fields';
import { ProductPicker } from '~/modules/catalogue/products/catalogue/screens/ProductPicker';
import { NearLines } from '~/modules/sales/documents/lines/screens/NearLines';
import { useNear } from '~/modules/sales/documents/lines/screens/useNear';
import { mostPrices } from '../price-lists.fields';
import { emptyPrice, type TypedPrice } from '../typed-prices.rules';
import classes from './PartsEditor.module.css';

type Change = (next: (items: readonly TypedPrice[]) => readonly TypedPrice[]) => void;

interface Props {
  items: readonly TypedPrice[];
  onChange: Change;
}

/** The prices of a list as they are typed, a row for each product and quantity. */
export function PricesEditor({ items, onChange }: Props) {
  return (
    <FormSection>
      <legend>Products</legend>
      <div className={classes.rows}>
        <NearLines count={items.length}>
          {items.map((item, index) => (
            <PriceRow key={item.key} item={item} index={index} onChange={onChange} />
          ))}
        </NearLines>
      </div>
      <AddRow
        mb="sm"
        disabled={items.length >= mostPrices}
        onClick={() => onChange((now) => [...now, emptyPrice(now)])}
      >
        Add Product
      </AddRow>
    </FormSection>
  );
}

interface RowProps {
  item: TypedPrice;
  index: number;
  onChange: Change;
}

const PriceRow = memo(function PriceRow({ item, index, onChange }: RowProps) {
  const { ref, isNear } = useNear({ index, isAdded: false });
  const name = `Item ${index + 1}`;
  return (
    <div
      className={classes.price}
      ref={ref}
      role="group"
      aria-label={name}
      data-resting={!isNear || undefined}
    >
      {isNear ? (
        <PriceInputs item={item} name={name} onChange={onChange} />
      ) : (
        <p className={classes.resting}>
          {item.product_name} from {item.from_quantity} at ₹{item.unit_price}
        </p>
      )}
    </div>
  );
});

function PriceInputs({ item, name, onChange }: Omit<RowProps, 'index'> & { name: string }) {
  const { key } = item;
  const change = (values: Partial<TypedPrice>) =>
    onChange((now) => now.map((each) => (each.key === key ? { ...each, ...values } : each)));
  return (
    <>
      <div className={classes.what}>
        <ProductPicker
          value={item.product_id}
          chosenName={item.product_name}
          onChange={(product) => change(chosen(product, item))}
        />
      </div>
      <TextInput
        label="From Quantity"
        value={item.from_quantity}
        inputMode="decimal"
        autoComplete="off"
        onChange={(event) => change({ from_quantity: event.currentTarget.value })}
      />
      <TextInput
        label="Unit Price"
        leftSection="₹"
        value={item.unit_price}
        inputMode="decimal"
        autoComplete="off"
        onChange={(event) => change({ unit_price: event.currentTarget.value })}
      />
      <RemoveButton
        label={`Remove ${name}`}
        onRemove={() => onChange((now) => now.filter((each) => each.key !== key))}
      />
    </>
  );
}

/** A price begins as the product's own; a typed one stays. */
function chosen({ id, product_name, unit_price }: Product, item: TypedPrice): Partial<TypedPrice> {
  const price = item.unit_price === '' ? { unit_price: String(unit_price) } : {};
  return { product_id: id, product_name, ...price };
}
