import { Button, Checkbox } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { memo, useEffect, useMemo, useRef } from 'react';
import { formatNumber } from '~/kit/shared/money/numbers';
import { useRowOf } from '~/kit/ui/records/useWhole';
import { FormSection } from '~/kit/ui/form/FormParts';
import { itsOwnTax } from '../typed-lines.rules';
import type { PreviewLine } from '../../taxes/tax-preview.fields';
import { LineTerms } from './LineTerms';
import { LineRow } from './LineRow';
import { NearLines } from './NearLines';
import { type LineOf, rowProps } from '../line-rows.rules';
import type { Product } from '~/modules/catalogue/products/catalogue/products.fields';
import { ProductPicker } from '~/modules/catalogue/products/catalogue/screens/ProductPicker';
import { useProducts } from '~/modules/catalogue/products/catalogue/screens/products.client';
import { useUnitDecimals } from '~/modules/catalogue/tax/screens/units.client';
import { orderedOf, firstKey, type ListName, type TypedOrderLine } from '../lines-form.rules';
import { type OwnStock, stockPromise } from '../stock-promise.rules';
import type { LinesForm } from './useLinesForm';
import classes from './LinesForm.module.css';

export interface LinesProps {
  form: LinesForm;
  locked: boolean;
  /** Each line can be an option. */
  withOptions: boolean;
}

/** What the document being changed has of a product, which is not counted against it. */
export type OwnStockOf = (productId: number) => OwnStock;

interface Props extends LinesProps {
  ownStock: OwnStockOf | null;
  isFirst: boolean;
}

export function OrderItems({ form, ownStock, locked, withOptions, isFirst }: Props) {
  const { items } = form.typed;
  const ordered = useMemo(() => orderedOf(items), [items]);
  return (
    <FormSection>
      <legend>Items</legend>
      <NearLines count={items.length}>
        {items.map((item, index) => (
          <OrderItem
            key={item.key}
            {...form.rowOf('items', item, index)}
            ownStock={ownStock}
            locked={locked}
            withOptions={withOptions}
            isGst={form.isGst}
            preview={form.taxOfLine(item.key)}
            ordered={ordered.get(item.product_id ?? 0) ?? 0}
            isFirst={isFirst && item.key === firstKey}
            isAdded={form.added === item.key}
          />
        ))}
      </NearLines>
      <LinesFoot form={form} list="items" addLabel="Add Item" locked={locked} />
    </FormSection>
  );
}

/** What the row of an order's line is drawn from. */
export interface OrderLineOf extends LineOf<ListName, TypedOrderLine> {
  locked: boolean;
  withOptions: boolean;
  isGst: boolean;
  preview: PreviewLine | null;
  isAdded: boolean;
}

interface ItemProps extends OrderLineOf {
  ownStock: OwnStockOf | null;
  ordered: number;
  isFirst: boolean;
}

const OrderItem = memo(function OrderItem(props: ItemProps) {
  const { line: item, ownStock, locked, ordered } = props;
  const hasStock = item.product_id !== null && !locked;
  return (
    <LineRow
      {...rowProps(props)}
      isAdded={props.isAdded}
      locked={locked}
      below={hasTerms(props) ? <OrderLineTerms {...props} /> : null}
      note={
        hasStock ? <StockStrip id={item.product_id} ordered={ordered} ownStock={ownStock} /> : null
      }
    >
      <ItemProduct {...props} />
    </LineRow>
  );
});

function ItemProduct({
  actions: callbacks,
  line: item,
  index,
  errors,
  locked,
  isFirst,
  isAdded,
}: ItemProps) {
  const unitDecimalsOf = useUnitDecimals();
  return (
    <ProductPicker
      value={item.product_id}
      chosenName={item.description}
      locked={locked}
      error={errors['product_id']}
      isFirst={isFirst}
      autoFocus={isAdded}
      onChange={(chosen) =>
        callbacks.changeLine('items', item.key, {
          product_id: chosen.id,
          description: chosen.product_name,
          unit_price: String(chosen.unit_price),
          unitDecimals: unitDecimalsOf(chosen.unit_of_measure),
          ...itsOwnTax,
        })
      }
      onBlur={() => callbacks.leave(`items.${index}.product_id`)}
    />
  );
}

interface StockProps {
  id: number | null;
  /** The total of all lines of the document. */
  ordered: number;
  ownStock: OwnStockOf | null;
}

/** A product's stock next to its line: on hand, reserved, available, and missing. */
function StockStrip({ id, ordered, ownStock }: StockProps) {
  const product = useRowOf(useProducts(), id);
  return product ? <Strip product={product} ordered={ordered} ownStock={ownStock} /> : null;
}

interface StripProps extends Omit<StockProps, 'id'> {
  product: Product;
}

function Strip({ product, ordered, ownStock }: StripProps) {
  const { onHand, reserved, free, short } = stockPromise(product, ordered, ownStock?.(product.id));
  return (
    <p className={classes.stockStrip}>
      <span>On hand {formatNumber(onHand)}</span>
      <span>Reserved {formatNumber(reserved)}</span>
      <span>Free {formatNumber(free)}</span>
      <strong role="status">{short > 0 ? `Short ${formatNumber(short)}` : ''}</strong>
    </p>
  );
}

const hasTerms = ({ isGst, withOptions }: OrderLineOf) => isGst || withOptions;

/** Discount and tax of a line by GST, and whether it is an option. */
export function OrderLineTerms(props: OrderLineOf) {
  const { actions: callbacks, list, line, index, errors, locked, preview } = props;
  return (
    <>
      {props.isGst ? (
        <LineTerms
          line={line}
          preview={preview}
          locked={locked}
          errorOf={(field) => errors[field]}
          onChange={(terms) => callbacks.changeLine(list, line.key, terms)}
          onLeave={(field) => callbacks.leave(`${list}.${index}.${field}`)}
        />
      ) : null}
      {props.withOptions ? (
        <Checkbox
          label="Option (not in the total)"
          disabled={locked}
          checked={line.is_option}
          onChange={(event) =>
            callbacks.changeLine(list, line.key, { is_option: event.currentTarget.checked })
          }
        />
      ) : null}
    </>
  );
}

interface FootProps {
  form: LinesForm;
  list: ListName;
  addLabel: string;
  locked: boolean;
}

export function LinesFoot({ form, list, addLabel, locked }: FootProps) {
  const removed = form.removed?.list === list ? form.removed : null;
  const undo = useRef<HTMLButtonElement>(null);
  // The focused line is gone.
  useEffect(() => {
    if (removed) undo.current?.focus();
  }, [removed]);
  if (locked) return null;
  return (
    <div className={classes.linesFoot}>
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<IconPlus size={14} aria-hidden />}
        onClick={() => form.addLine(list)}
      >
        {addLabel}
      </Button>
      <p role="status">
        {removed ? (
          <>
            {removed.line.description || 'An empty line'} was removed.{' '}
            <Button ref={undo} variant="subtle" size="compact-sm" onClick={form.restoreLine}>
              Undo
            </Button>
          </>
        ) : null}
      </p>
    </div>
  );
}
