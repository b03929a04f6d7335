import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { AddButton } from '~/kit/ui/elements/AddButton';
import { LineRow } from '~/modules/documents/screens/LineRow';
import type { Product } from '~/modules/products/catalogue/products.fields';
import { ProductPicker } from '~/modules/products/catalogue/screens/ProductPicker';
import type { TypedInvoiceLine } from '../invoice-form.rules';
import './InvoiceForm.css';

interface Props {
  items: readonly TypedInvoiceLine[];
  /** The smallest quantity that an input takes. */
  least: 0 | 1;
  /** Stands there while there are none. */
  noneText: string;
  /** What is wrong with a field such as `items.0.quantity`. */
  errorOf: (field: string) => ReactNode;
  onChange: (items: readonly TypedInvoiceLine[]) => void;
  onLeave: (field: string) => void;
}

/** The lines of an invoice that is being typed: of a product, of an order, or in words alone. */
export function InvoiceItems({ items, onChange, noneText, ...props }: Props) {
  const add = () => onChange([...items, emptyLine(items)]);
  return (
    <section className="invoice-items" aria-label="Items">
      <h3>Items</h3>
      {items.length === 0 ? <p className="invoice-items-none">{noneText}</p> : null}
      {items.map((line, index) => (
        <Item
          {...props}
          key={line.key}
          line={line}
          index={index}
          onChange={(change) =>
            onChange(items.map((each) => (each.key === line.key ? { ...each, ...change } : each)))
          }
          onRemove={() => onChange(items.filter((each) => each.key !== line.key))}
        />
      ))}
      <AddButton variant="default" onClick={add}>
        Add Item
      </AddButton>
    </section>
  );
}

function emptyLine(items: readonly TypedInvoiceLine[]): TypedInvoiceLine {
  return {
    key: Math.max(0, ...items.map((line) => line.key)) + 1,
    product_id: null,
    service_id: null,
    order_line_id: null,
    description: '',
    quantity: '1',
    unit_price: '',
    left: null,
  };
}

interface ItemProps extends Omit<Props, 'items' | 'onChange' | 'noneText'> {
  line: TypedInvoiceLine;
  index: number;
  onChange: (change: Partial<TypedInvoiceLine>) => void;
  onRemove: () => void;
}

function Item({ line, index, onChange, onRemove, least, errorOf, onLeave }: ItemProps) {
  const at = (name: string) => `items.${index}.${name}`;
  // What an order or a service named is not looked for among the products.
  const isNamed = line.order_line_id !== null || line.service_id !== null;
  const description = (
    <TextInput
      label="Description"
      placeholder="What is charged for"
      value={line.description}
      error={errorOf(at('description'))}
      aria-required
      autoComplete="off"
      onChange={(event) => onChange({ description: event.currentTarget.value })}
      onBlur={() => onLeave(at('description'))}
    />
  );
  return (
    <LineRow
      name={`Item ${index + 1}`}
      line={line}
      whole={false}
      least={least}
      errors={{ quantity: errorOf(at('quantity')), unit_price: errorOf(at('unit_price')) }}
      onChange={onChange}
      onLeave={(name) => onLeave(at(name))}
      onRemove={onRemove}
      below={isNamed ? null : description}
    >
      {isNamed ? (
        description
      ) : (
        <ProductPicker
          label="Product"
          value={line.product_id}
          chosenName={line.description}
          onChange={(product) => onChange(lineOf(product))}
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
  };
}
