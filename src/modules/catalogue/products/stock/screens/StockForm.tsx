import { withRevaluedText } from '../revalued.fields';
import { NativeSelect, TextInput } from '@mantine/core';
import { createContext, use, useId, useMemo } from 'react';
import { formatMoney } from '~/kit/shared/money/money';
import { restOfQuantity, sumOfQuantities } from '~/kit/shared/money/quantities';
import { parseNumber } from '~/kit/shared/money/typed-numbers';
import type { FieldInputProps } from '~/kit/ui/form/FieldInput';
import { FormDialog } from '~/kit/ui/form/FormDialog';
import { useActiveLocations } from '../../locations/screens/locations.client';
import type { ProductStock } from '../levels.fields';
import { positionOf, type StockPosition } from '../typed-positions.rules';
import { adjustmentFields, quantityProblem, unitCostProblem } from '../movements.fields';
import { stockAfter, worthOf } from '../value.rules';
import type { Product } from '../../catalogue/products.fields';
import { available, canMoveStock, isValued } from '../../catalogue/products.rules';
import { useCompany, useStockUses } from '~/modules/organization/company/screens/settings.client';
import { useUnitDecimals } from '~/modules/catalogue/tax/screens/units.client';
import { decimalsProblem, type UnitDecimals } from '~/modules/catalogue/tax/units.rules';
import { type Products, useProductStock } from '../../catalogue/screens/products.client';

type Typed = Readonly<Record<string, string>>;
type Level = ProductStock['levels'][number];
const noLevels: readonly Level[] = [];
/** Where the product of the form lies. */
const Levels = createContext(noLevels);

interface Props {
  products: Products;
  product: Product | null;
  onClose: () => void;
}

const initial = { adjustment_type: 'in' } as const;

export default function StockForm({ products, product, onClose }: Props) {
  const unit = useUnitDecimals()(product?.unit_of_measure ?? '');
  const locations = useActiveLocations();
  const { today } = useCompany();
  const counts = useStockUses().includes('counts');
  const isTracked = product !== null && product.tracking !== 'none';
  const { data: stock } = useProductStock(product, isTracked || locations.length > 0);
  const levels = stock?.levels ?? noLevels;
  const sections = useMemo(
    () => sectionsOf({ isTracked, hasLocations: locations.length > 0, counts, product }),
    [isTracked, locations, counts, product],
  );
  const thereOf = (typed: Typed) =>
    isTracked || locations.length > 0 ? positionOf(levels, typed, { isTracked, locations }) : null;
  return (
    <Levels value={levels}>
      <FormDialog
        opened={product !== null}
        onClose={onClose}
        title={product ? `Adjust Stock: ${product.product_name}` : 'Adjust Stock'}
        subject={product?.id}
        size="lg"
        fields={adjustmentFields}
        sections={sections}
        initial={initial}
        required={isTracked ? ['quantity', 'lot_number'] : ['quantity']}
        inputs={inputs}
        notes={() =>
          product?.tracking === 'serial'
            ? {
                lot_number: {
                  text: 'One number, or a range such as SN-001..SN-050.',
                  isDoubt: false,
                },
              }
            : {}
        }
        check={(name, { adjustment_type: type, quantity, unit_cost }) =>
          problemOf(name, { type, quantity, unit_cost }, unit)
        }
        submitLabel="Adjust Stock"
        failed={{ refused: 'Failed to adjust stock' }}
        onSubmit={async (values, key) => {
          if (!product) return;
          const adjusted = await products.adjust(product.id, values, key);
          const done = `Stock adjusted: ${adjusted.stock_quantity} ${adjusted.unit_of_measure} on hand`;
          return withRevaluedText(done, adjusted, today);
        }}
      >
        {(typed) =>
          product ? (
            <p role="status">{previewOf(product, typed, { unit, there: thereOf(typed) })}</p>
          ) : null
        }
      </FormDialog>
    </Levels>
  );
}

function sectionsOf({
  isTracked,
  hasLocations,
  counts,
  product,
}: {
  isTracked: boolean;
  hasLocations: boolean;
  /** Whether the company counts its stock. */
  counts: boolean;
  product: Product | null;
}) {
  const names = [
    'adjustment_type',
    ...(hasLocations ? (['location_id'] as const) : []),
    'quantity',
    ...(isTracked ? (['lot_number', 'made_on', 'expires_on'] as const) : []),
    ...(product && isValued(product) ? (['unit_cost', 'date'] as const) : []),
    ...(counts && product && isValued(product) ? (['before_count'] as const) : []),
    'reason',
    'notes',
  ] as const;
  return [{ title: '', names }];
}

/** The default location unless another one is chosen. */
function LocationInput({ required: _required, onChange, ...input }: FieldInputProps) {
  const locations = useActiveLocations();
  return (
    <NativeSelect
      {...input}
      data={locations.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={input.value || String(locations[0]?.id ?? '')}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

function LotInput({ required, onChange, ...input }: FieldInputProps) {
  const levels = use(Levels);
  const list = useId();
  const numbers = [...new Set(levels.flatMap(({ lot_number }) => lot_number ?? []))];
  return (
    <>
      <TextInput
        {...input}
        aria-required={required || undefined}
        autoComplete="off"
        list={list}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <datalist id={list}>
        {numbers.map((number) => (
          <option key={number} value={number}>
            {number}
          </option>
        ))}
      </datalist>
    </>
  );
}

const inputs = { location_id: LocationInput, lot_number: LotInput };

function problemOf(
  name: string,
  typed: { type: string | undefined; quantity: string | undefined; unit_cost: string | undefined },
  unit: UnitDecimals,
): string | null {
  const { type, quantity, unit_cost } = typed;
  if (name === 'unit_cost') return unitCostProblem(type, Boolean(unit_cost));
  if (name !== 'quantity' || !quantity) return null;
  return quantityProblem(type, parseNumber(quantity) ?? 0, unit);
}

function previewOf(
  product: Product,
  typed: Typed,
  { unit, there }: { unit: UnitDecimals; there: StockPosition | null },
): string {
  const { stock_quantity: onHand, reserved_quantity: reserved, unit_of_measure: code } = product;
  const now = `Currently ${onHand} ${code} on hand, ${reserved} reserved, ${available(product)} available.`;
  const here = there && `${there.name}: ${there.quantity} ${code}.`;
  return [now, here, outcome(product, typed, { unit, there })].filter(Boolean).join(' ');
}

/** The resulting stock, or why it is refused, by the same rule as the server's. */
function outcome(
  product: Product,
  typed: Typed,
  { unit: unitDecimals, there }: { unit: UnitDecimals; there: StockPosition | null },
): string {
  const quantity = parseNumber(typed['quantity'] ?? '') ?? Number.NaN;
  if (!(quantity >= 0) || decimalsProblem('', quantity, unitDecimals)) return '';
  const { stock_quantity: stock, unit_of_measure: unit } = product;
  const counted = there?.quantity ?? stock;
  const type = typed['adjustment_type'];
  const signed = type === 'out' ? -quantity : quantity;
  const change = type === 'set' ? restOfQuantity(quantity, counted) : signed;
  const verdict = canMoveStock({ ...product, stock_quantity: counted }, change);
  const after = sumOfQuantities([stock, change]);
  if (!verdict.ok) return `${verdict.message}.`;
  return `After the change: ${after} ${unit} on hand${worthText(product, change, typed)}.`;
}

/** What the stock is worth after a change of today. */
function worthText(product: Product, quantity: number, typed: Typed): string {
  if (!isValued(product) || typed['date']) return '';
  const { stock_quantity, stock_value, average_cost } = product;
  const unitCost = parseNumber(typed['unit_cost'] ?? '');
  const cost = average_cost === null ? null : { value: average_cost, quantity: 1 };
  const worth = unitCost === null || quantity <= 0 ? null : worthOf(quantity, unitCost);
  const state = { quantity: stock_quantity, value: stock_value, cost };
  const costPrice = product.cost_price ?? 0;
  const { value } = stockAfter(state, { type: 'edit', quantity, worth, costPrice });
  return `, worth ${formatMoney(value, 'INR')}`;
}
