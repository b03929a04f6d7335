import { TextInput } from '@mantine/core';
import { AddButton } from '~/kit/ui/elements/AddButton';
import { LineTerms } from '~/modules/documents/screens/LineTerms';
import { itsOwnTax } from '~/modules/documents/typed-lines.rules';
import { LineRow } from '~/modules/documents/screens/LineRow';
import type { Product } from '~/modules/products/catalogue/products.fields';
import { ProductPicker } from '~/modules/products/catalogue/screens/ProductPicker';
import { useFineness } from '~/modules/tax/screens/units.client';
import type { TypedInvoiceLine } from '../invoice-form.rules';
import type { InvoiceForm } from './useInvoiceForm';
import { SoftText } from '~/kit/ui/elements/SoftText';
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
      {items.map((line, index) => (
        <Item key={line.key} form={form} line={line} index={index} />
      ))}
      <AddButton variant="default" onClick={() => form.addLine('items')}>
        Add Item
      </AddButton>
    </section>
  );
}

interface ItemProps {
  form: InvoiceForm;
  line: TypedInvoiceLine;
  index: number;
}

function Item({ form, line, index }: ItemProps) {
  const finenessOf = useFineness();
  const field = `items.${index}.description`;
  const change = (values: Partial<TypedInvoiceLine>) => form.changeLine('items', line.key, values);
  // Lines of an order or a service have no product picker.
  const isNamed = line.order_line_id !== null || line.service_id !== null;
  const description = (
    <TextInput
      label="Description"
      placeholder="What is charged for"
      value={line.description}
      error={form.errorOf(field)}
      aria-required
      autoComplete="off"
      onChange={(event) => change({ description: event.currentTarget.value })}
      onBlur={() => form.leave(field)}
    />
  );
  return (
    <LineRow
      {...form.lineProps('items', line, index)}
      below={
        <>
          {isNamed ? null : description}
          {form.isGst ? (
            <LineTerms
              line={line}
              preview={form.tax.preview?.lines[index] ?? null}
              errorOf={(name) => form.errorOf(`items.${index}.${name}`)}
              onChange={change}
              onLeave={(name) => form.leave(`items.${index}.${name}`)}
            />
          ) : null}
        </>
      }
    >
      {isNamed ? (
        description
      ) : (
        <ProductPicker
          label="Product"
          value={line.product_id}
          chosenName={line.description}
          onChange={(product) =>
            change({ ...lineOf(product), fineness: finenessOf(product.unit_of_measure) })
          }
        />
      )}
    </LineRow>
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
