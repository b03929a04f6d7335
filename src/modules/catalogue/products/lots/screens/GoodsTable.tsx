import { formatNumber } from '~/kit/shared/money/numbers';
import { LinesTable } from '~/kit/ui/elements/LinesTable';
import { SoftText } from '~/kit/ui/theme/SoftText';
import { TableHead } from '~/kit/ui/elements/TableHead';
import type { LineLots } from '../lots.fields';
import { lotsText } from '../lots.rules';

interface Goods {
  id: number;
  name: string;
  sku_code: string;
  quantity: number;
  unit: string | null;
  lots: LineLots;
}

/** The goods of a document that moves them, with their lots. */
export function GoodsTable({ lines }: { lines: readonly Goods[] }) {
  return (
    <LinesTable>
      <TableHead titles={['Product']} amounts={['Quantity']} />
      <tbody>
        {lines.map(({ id, name, sku_code, quantity, unit, lots }) => (
          <tr key={id}>
            <th scope="row">
              {name}
              <SoftText as="div" small>
                {sku_code}
              </SoftText>
              {lots ? (
                <SoftText as="div" small>
                  {`Lots: ${lotsText(lots)}`}
                </SoftText>
              ) : null}
            </th>
            <td className="amount">
              {formatNumber(quantity)} {unit}
            </td>
          </tr>
        ))}
      </tbody>
    </LinesTable>
  );
}
