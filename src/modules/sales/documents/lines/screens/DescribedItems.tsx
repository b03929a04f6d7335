import { TextInput } from '@mantine/core';
import { memo, type ReactNode } from 'react';
import type { Product } from '~/modules/catalogue/products/catalogue/products.fields';
import { ProductPicker } from '~/modules/catalogue/products/catalogue/screens/ProductPicker';
import { useUnitDecimals } from '~/modules/catalogue/tax/screens/units.client';
import { AddButton } from '~/kit/ui/elements/AddButton';
import { SoftText } from '~/kit/ui/theme/SoftText';
import type { PreviewLine } from '../../taxes/tax-preview.fields';
import { type LineOf, rowProps } from '../line-rows.rules';
import { itsOwnTax, type TypedDocumentLine } from '../typed-lines.rules';
import { LineRow } from './LineRow';
import { LineTerms } from './LineTerms';
import { NearLines } from './NearLines';
import classes from './DescribedItems.module.css';

/** What an item is drawn from besides its line; functions stay the same while nothing changes, or all rows are drawn again. */
interface ItemOptions<Line> {
  /** Whether a line has a description alone, no product to choose. */
  isNamed?: (line: Line) => boolean;
  /** Whether a line has a product alone, no description to type. */
  isOfProduct?: boolean;
  /** What a chosen product fills in besides its name, its price and its tax. */
  ofProduct?: (product: Product) => Partial<Line>;
  /** Inputs under the description. */
  own?: (item: OwnInput<Line>) => ReactNode;
}

export interface OwnInput<Line> {
  line: Line;
  errorOf: (name: string) => ReactNode;
  change: (values: Partial<Line>) => void;
  leave: (name: string) => void;
}

interface Props<Line extends TypedDocumentLine> extends ItemOptions<Line> {
  form: {
    typed: { items: readonly Line[] };
    rowOf: (list: 'items', line: Line, index: number) => LineOf<'items', Line>;
    added: number | null;
    addLine: (list: 'items') => void;
    isGst: boolean;
    tax: { preview: { lines: readonly PreviewLine[] } | null };
  };
  noneText: string;
}

/** The items of a document whose lines have a description that a person may write, with or without a product. */
export function DescribedItems<Line extends TypedDocumentLine>({
  form,
  noneText,
  ...options
}: Props<Line>) {
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
            {...options}
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

interface ItemProps<Line extends TypedDocumentLine>
  extends LineOf<'items', Line>,
    ItemOptions<Line> {
  isGst: boolean;
  isAdded: boolean;
  preview: PreviewLine | null;
}

const Item = memo(ItemInputs) as typeof ItemInputs;

function ItemInputs<Line extends TypedDocumentLine>(props: ItemProps<Line>) {
  const { actions: callbacks, line, index, errors } = props;
  const change = (values: Partial<TypedDocumentLine>) =>
    callbacks.changeLine('items', line.key, values as Partial<Line>);
  const leave = (name: string) => callbacks.leave(`items.${index}.${name}`);
  const isNamed = props.isNamed?.(line) ?? false;
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
          {isNamed || props.isOfProduct ? null : description}
          {props.own?.({ line, errorOf: (name) => errors[name], change, leave })}
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
}

interface ProductProps {
  line: TypedDocumentLine;
  isAdded: boolean;
  ofProduct?: ((product: Product) => Partial<TypedDocumentLine>) | undefined;
  change: (values: Partial<TypedDocumentLine>) => void;
}

function ItemProduct({ line, isAdded, ofProduct, change }: ProductProps) {
  const unitDecimalsOf = useUnitDecimals();
  return (
    <ProductPicker
      label="Product"
      value={line.product_id}
      chosenName={line.description}
      autoFocus={isAdded}
      onChange={(product) =>
        change({
          ...lineOf(product),
          unitDecimals: unitDecimalsOf(product.unit_of_measure),
          ...ofProduct?.(product),
        })
      }
    />
  );
}

function lineOf(product: Product): Partial<TypedDocumentLine> {
  return {
    product_id: product.id,
    description: product.product_name,
    unit_price: String(product.unit_price),
    ...itsOwnTax,
  };
}
