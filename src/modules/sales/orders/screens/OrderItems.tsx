import { Button, Checkbox } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { memo, useEffect, useMemo, useRef } from 'react';
import { formatNumber } from '~/kit/shared/money/numbers';
import { useRowOf } from '~/kit/ui/data/useWhole';
import { FormSection } from '~/kit/ui/form/FormParts';
import { itsOwnTax } from '~/modules/sales/documents/typed-lines.rules';
import type { PreviewLine } from '~/modules/sales/documents/tax-preview.fields';
import { LineTerms } from '~/modules/sales/documents/screens/LineTerms';
import { LineRow } from '~/modules/sales/documents/screens/LineRow';
import { NearLines } from '~/modules/sales/documents/screens/NearLines';
import { type LineOf, rowProps } from '~/modules/sales/documents/line-rows.rules';
import type { Product } from '~/modules/catalogue/products/catalogue/products.fields';
import { ProductPicker } from '~/modules/catalogue/products/catalogue/screens/ProductPicker';
import { useProducts } from '~/modules/catalogue/products/catalogue/screens/products.client';
import { useUnitDecimals } from '~/modules/catalogue/tax/screens/units.client';
import type { OrderWithLines } from '../orders.fields';
import { orderedOf, firstKey, type ListName, type TypedOrderLine } from '../lines-form.rules';
import { stockPromise } from '../order-form.rules';
import type { LinesForm } from './useLinesForm';
import classes from './LinesForm.module.css';

export interface LinesProps {
  form: LinesForm;
  locked: boolean;
  /** Each line can be an option. */
  withOptions: boolean;
}

interface Props extends LinesProps {
  before: OrderWithLines | null;
  isFirst: boolean;
}

export function OrderItems({ form, before, locked, withOptions, isFirst }: Props) {
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
            before={before}
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
  before: OrderWithLines | null;
  ordered: number;
  isFirst: boolean;
}

const OrderItem = memo(function OrderItem(props: ItemProps) {
  const { line: item, before, locked, ordered } = props;
  const hasStock = item.product_id !== null && !locked;
  return (
    <LineRow
      {...rowProps(props)}
      isAdded={props.isAdded}
      locked={locked}
      below={hasTerms(props) ? <OrderLineTerms {...props} /> : null}
      note={hasStock ? <StockStrip id={item.product_id} ordered={ordered} before={before} /> : null}
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
  /** The order being changed, whose own reservation is not counted against it. */
  before: OrderWithLines | null;
}

/** A product's stock next to its line: on hand, reserved, available, and missing. */
function StockStrip({ id, ordered, before }: StockProps) {
  const product = useRowOf(useProducts(), id);
  return product ? <Strip product={product} ordered={ordered} before={before} /> : null;
}

interface StripProps extends Omit<StockProps, 'id'> {
  product: Product;
}

function Strip({ product, ordered, before }: StripProps) {
  const { onHand, reserved, free, short } = stockPromise(product, ordered, before);
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
