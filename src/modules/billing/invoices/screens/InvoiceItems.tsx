import { TextInput } from '@mantine/core';
import { memo } from 'react';
import { AddButton } from '~/kit/ui/elements/AddButton';
import { SoftText } from '~/kit/ui/elements/SoftText';
import { type LineOf, rowProps } from '~/modules/sales/documents/lines/line-rows.rules';
import { LineRow } from '~/modules/sales/documents/lines/screens/LineRow';
import { LineTerms } from '~/modules/sales/documents/lines/screens/LineTerms';
import { NearLines } from '~/modules/sales/documents/lines/screens/NearLines';
import type { PreviewLine } from '~/modules/sales/documents/taxes/tax-preview.fields';
import { itsOwnTax } from '~/modules/sales/documents/lines/typed-lines.rules';
import type { Product } from '~/modules/catalogue/products/catalogue/products.fields';
import { ProductPicker } from '~/modules/catalogue/products/catalogue/screens/ProductPicker';
import { useUnitDecimals } from '~/modules/catalogue/tax/screens/units.client';
import type { TypedInvoiceLine } from '../invoice-form.rules';
import type { InvoiceForm } from './useInvoiceForm';
import classes from './InvoiceForm.module.css';

interface Props {
  form: InvoiceForm;
  noneText: string;
}

export function InvoiceItems({ form, noneText }: Props) {
  const { items } = form.typed;
  return (
    <section className={classes.items} aria-label="Items">
      <h3>Items</h3>
      {items.length === 0 ? <SoftText>{noneText}</SoftText> : null}
      <NearLines count={items.length}>
        {items.map((line, index) => (
          <Item
            key={line.key}
            {...form.rowOf('items', line, index)}
            isGst={form.isGst}
            isAdded={form.added === line.key}
            preview={form.tax.preview?.lines[index] ?? null}
          />
        ))}
      </NearLines>
      <AddButton variant="default" onClick={() => form.addLine('items')}>
        Add Item
      </AddButton>
    </section>
  );
}

interface ItemProps extends LineOf<'items', TypedInvoiceLine> {
  isGst: boolean;
  isAdded: boolean;
  preview: PreviewLine | null;
}

const Item = memo(function Item(props: ItemProps) {
  const { actions: callbacks, line, index, errors } = props;
  const change = (values: Partial<TypedInvoiceLine>) =>
    callbacks.changeLine('items', line.key, values);
  const leave = (name: string) => callbacks.leave(`items.${index}.${name}`);
  // Lines of an order or a service have no product picker.
  const isNamed = line.order_line_id !== null || line.service_id !== null;
  const description = (
    <TextInput
      label="Description"
      placeholder="Item description"
      value={line.description}
      error={errors['description']}
      aria-required
      autoComplete="off"
      onChange={(event) => change({ description: event.currentTarget.value })}
      onBlur={() => leave('description')}
    />
  );
  return (
    <LineRow
      {...rowProps(props)}
      isAdded={props.isAdded}
      below={
        <>
          {isNamed ? null : description}
          {props.isGst ? (
            <LineTerms
              line={line}
              preview={props.preview}
              errorOf={(name) => errors[name]}
              onChange={change}
              onLeave={leave}
            />
          ) : null}
        </>
      }
    >
      {isNamed ? description : <ItemProduct {...props} change={change} />}
    </LineRow>
  );
});

interface ProductProps extends Pick<ItemProps, 'line' | 'isAdded'> {
  change: (values: Partial<TypedInvoiceLine>) => void;
}

function ItemProduct({ line, isAdded, change }: ProductProps) {
  const unitDecimalsOf = useUnitDecimals();
  return (
    <ProductPicker
      label="Product"
      value={line.product_id}
      chosenName={line.description}
      autoFocus={isAdded}
      onChange={(product) =>
        change({ ...lineOf(product), unitDecimals: unitDecimalsOf(product.unit_of_measure) })
      }
    />
  );
}

function lineOf(product: Product): Partial<TypedInvoiceLine> {
  return {
    product_id: product.id,
    description: product.product_name,
    unit_price: String(product.unit_price),
    ...itsOwnTax,
  };
}
