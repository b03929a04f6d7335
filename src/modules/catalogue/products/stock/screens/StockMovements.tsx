import { Button } from '@mantine/core';
import { useState } from 'react';
import { formatInstant } from '~/kit/shared/time/days';
import { formatMoney } from '~/kit/shared/money/money';
import { formatNumber } from '~/kit/shared/money/numbers';
import { useStockUses } from '~/modules/organization/company/screens/settings.client';
import { FailedState } from '~/kit/ui/messages/ListStates';
import { type Movement, movementTypes } from '../movements.fields';
import type { Product } from '../../catalogue/products.fields';
import { useMovements } from '../../catalogue/screens/products.client';
import { SoftText } from '~/kit/ui/theme/SoftText';
import classes from './StockMovements.module.css';

const atFirst = 5;

export function StockMovements({ product, timeZone }: { product: Product; timeZone: string }) {
  const { data, state, retry } = useMovements(product);
  const [shown, setShown] = useState(atFirst);
  if (state === 'failed') {
    return <FailedState text="Stock movements could not be loaded" onRetry={retry} />;
  }
  if (!data) return <p role="status">Loading stock movements...</p>;
  if (data.length === 0) return <p>No stock movements yet</p>;
  return (
    <>
      <ol className={classes.movements} aria-label="Stock Movements">
        {data.slice(0, shown).map((movement) => (
          <Line key={movement.id} movement={movement} timeZone={timeZone} />
        ))}
      </ol>
      {data.length > shown ? (
        <Button variant="subtle" size="compact-sm" onClick={() => setShown(shown + 500)}>
          Show more ({formatNumber(data.length - shown)} older)
        </Button>
      ) : null}
    </>
  );
}

function Line({ movement, timeZone }: { movement: Movement; timeZone: string }) {
  const { quantity, quantity_before: before, quantity_after: after } = movement;
  const { value, difference, created_at, entered_at } = movement;
  const uses = useStockUses();
  const type = movementTypes.find((each) => each.value === movement.movement_type)?.label;
  const why = movement.reason === type ? null : movement.reason;
  return (
    <li className={classes.movement}>
      <span className={classes.change} data-down={quantity < 0 || undefined}>
        {quantity === 0 ? '' : signed(quantity, formatNumber)}
      </span>
      <div>
        <p>
          <strong>{type}</strong>
          {why ? ` · ${why}` : ''}
        </p>
        {positionOf(movement, uses) ? <p>{positionOf(movement, uses)}</p> : null}
        {movement.notes ? <p className={classes.notes}>{movement.notes}</p> : null}
        <SoftText small>
          {movement.created_by_name}, {formatInstant(movement.created_at, timeZone)}
          {entered_at === created_at ? '' : `, entered ${formatInstant(entered_at, timeZone)}`}
        </SoftText>
      </div>
      <SoftText className={classes.after} as="span">
        {quantity === 0 ? '' : `${formatNumber(before)} → ${formatNumber(after)}`}
        {value === 0 ? null : <span>{signed(value, rupeesOf)}</span>}
        {difference === 0 || quantity === 0 ? null : (
          <span>Difference {signed(difference, rupeesOf)}</span>
        )}
      </SoftText>
    </li>
  );
}

/** The location and the lot of a movement, once a company uses them. */
function positionOf(
  { location_name, lot_number }: Movement,
  uses: ReturnType<typeof useStockUses>,
): string {
  const lot = lot_number === null ? null : `Lot ${lot_number}`;
  return [uses.includes('locations') ? location_name : null, lot].filter(Boolean).join(' · ');
}

function signed(number: number, write: (size: number) => string): string {
  return `${number > 0 ? '+' : '−'}${write(Math.abs(number))}`;
}

function rupeesOf(amount: number): string {
  return formatMoney(amount, 'INR');
}
