import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { itsOwnTax } from '~/modules/documents/typed-lines.rules';
import { LineTerms } from '~/modules/documents/screens/LineTerms';
import { LineRow } from '~/modules/documents/screens/LineRow';
import { ProductPicker } from '~/modules/products/catalogue/screens/ProductPicker';
import { useFineness } from '~/modules/tax/screens/units.client';
import type { OrderWithLines } from '../orders.fields';
import { askedOf, firstKey } from '../order-form.rules';
import type { OrderForm } from './useOrderForm';
import { StockStrip } from './StockStrip';
import { FormSection } from '~/kit/ui/form/FormParts';
import classes from './OrderForm.module.css';

interface Props {
  form: OrderForm;
  before: OrderWithLines | null;
  locked: boolean;
  isFirst: boolean;
}

export function OrderItems({ form, before, locked, isFirst }: Props) {
  const { items } = form.typed;
  const finenessOf = useFineness();
  return (
    <FormSection>
      <legend>Items</legend>
      {items.map((item, index) => {
        const id = item.product_id;
        const at = `items.${index}`;
        return (
          <LineRow
            key={item.key}
            {...form.lineProps('items', item, index)}
            locked={locked}
            below={<OrderLineTerms form={form} list="items" index={index} locked={locked} />}
            note={
              id !== null && !locked ? (
                <StockStrip id={id} asked={askedOf(items, id)} before={before} />
              ) : null
            }
          >
            <ProductPicker
              value={item.product_id}
              chosenName={item.description}
              locked={locked}
              error={form.errorOf(`${at}.product_id`)}
              isFirst={isFirst && item.key === firstKey}
              autoFocus={form.added === item.key}
              onChange={(chosen) =>
                form.changeLine('items', item.key, {
                  product_id: chosen.id,
                  description: chosen.product_name,
                  unit_price: String(chosen.unit_price),
                  fineness: finenessOf(chosen.unit_of_measure),
                  ...itsOwnTax,
                })
              }
              onBlur={() => form.leave(`${at}.product_id`)}
            />
          </LineRow>
        );
      })}
      <LinesFoot form={form} list="items" addLabel="Add Item" locked={locked} />
    </FormSection>
  );
}

interface TermsProps {
  form: OrderForm;
  list: 'items' | 'services';
  index: number;
  locked: boolean;
}

/** Discount and tax of a line; nothing where tax is not by GST. */
export function OrderLineTerms({ form, list, index, locked }: TermsProps) {
  const line = form.typed[list][index];
  if (!form.isGst || !line) return null;
  return (
    <LineTerms
      line={line}
      preview={form.taxOfLine(line.key)}
      locked={locked}
      errorOf={(field) => form.errorOf(`${list}.${index}.${field}`)}
      onChange={(terms) => form.changeLine(list, line.key, terms)}
      onLeave={(field) => form.leave(`${list}.${index}.${field}`)}
    />
  );
}

interface FootProps {
  form: OrderForm;
  list: 'items' | 'services';
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
