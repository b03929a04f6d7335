import { withRevaluedText } from '../revalued.fields';
import { TextInput } from '@mantine/core';
import { createContext, use, useId, useMemo } from 'react';
import { parseNumber } from '~/kit/shared/money/typed-numbers';
import type { FieldInputProps } from '~/kit/ui/form/FieldInput';
import { FormDialog } from '~/kit/ui/form/FormDialog';
import { useActiveLocations } from '../../locations/screens/locations.client';
import { UsualLocation } from '../../locations/screens/UsualLocation';
import type { ProductStock } from '../levels.fields';
import { previewOf } from '../adjustment-preview.rules';
import { positionOf } from '../typed-positions.rules';
import { daysProblem } from '../../lots/lots.rules';
import { adjustmentFields, quantityProblem, unitCostProblem } from '../movements.fields';
import type { Product } from '../../catalogue/products.fields';
import { isValued } from '../../catalogue/products.rules';
import { useCompany, useStockUses } from '~/modules/organization/company/screens/settings.client';
import { useUnitDecimals } from '~/modules/catalogue/tax/screens/units.client';
import type { UnitDecimals } from '~/modules/catalogue/tax/units.rules';
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
        check={(name, { adjustment_type: type, quantity, unit_cost, ...days }) =>
          name === 'expires_on'
            ? daysProblem(days)
            : problemOf(name, { type, quantity, unit_cost }, unit)
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

const inputs = {
  location_id: (input: FieldInputProps) => <UsualLocation {...input} />,
  lot_number: (input: FieldInputProps) => <LotInput {...input} />,
};

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
