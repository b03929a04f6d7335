import { formatMoney, formatPrice } from '~/kit/shared/money/money';
import { formatNumber } from '~/kit/shared/money/numbers';
import type { Computed } from '~/kit/ui/records/computed';
import { NotLoaded } from '~/kit/ui/messages/LoadFailed';
import { SoftText } from '~/kit/ui/theme/SoftText';
import { TableHead } from '~/kit/ui/elements/TableHead';
import { LinesTable } from '~/kit/ui/elements/LinesTable';

/** A line as the details of its document show it, amounts in rupees; `notes` appear under its name. */
export interface ShownLine {
  id: number;
  name: string;
  notes?: readonly string[];
  quantity: number;
  unit_price: number;
  total: number;
}

interface DocumentLinesProps {
  caption?: string;
  lines: readonly ShownLine[];
  /** Label and rupees of each sum under the lines; the last one is stressed. */
  sums?: readonly (readonly [string, number])[];
}

export function DocumentLines({ lines, sums = [], ...table }: DocumentLinesProps) {
  return (
    <LinesTable {...table}>
      <TableHead titles={['Description']} amounts={['Quantity', 'Unit Price', 'Total']} />
      <tbody>
        {lines.map((line) => (
          <tr key={line.id}>
            <th scope="row">
              {line.name}
              {line.notes?.map((note) => (
                <SoftText key={note} as="div" small>
                  {note}
                </SoftText>
              ))}
            </th>
            <td className="amount">{formatNumber(line.quantity)}</td>
            <td className="amount">{formatPrice(line.unit_price)}</td>
            <td className="amount">{formatMoney(line.total, 'INR')}</td>
          </tr>
        ))}
      </tbody>
      {sums.length === 0 ? null : (
        <tfoot>
          {sums.map(([label, amount]) => (
            <tr key={label}>
              <th scope="row" colSpan={3} className="amount">
                {label}
              </th>
              <td className="amount">{formatMoney(amount, 'INR')}</td>
            </tr>
          ))}
        </tfoot>
      )}
    </LinesTable>
  );
}

type ItemLine = Omit<ShownLine, 'name' | 'notes' | 'total'> & {
  description: string;
  line_total: number;
};

interface ItemLinesProps<Whole extends { items: readonly ItemLine[] }> {
  id: number;
  /** The document with its lines, or an earlier one with another id. */
  whole: Computed<Whole>;
  notesOf: (line: Whole['items'][number]) => readonly string[];
  sumsOf: (whole: Whole) => readonly (readonly [string, number])[];
}

/** The lines and sums of an invoice or a note in its details. */
export function ItemLines<Whole extends { id: number; items: readonly ItemLine[] }>(
  props: ItemLinesProps<Whole>,
) {
  const { data: found, state, retry } = props.whole;
  const data = found?.id === props.id ? found : null;
  if (!data) return <NotLoaded what="items" state={state} onRetry={retry} />;
  return (
    <DocumentLines
      lines={data.items.map((line) => ({
        ...line,
        name: line.description,
        notes: props.notesOf(line),
        total: line.line_total,
      }))}
      sums={props.sumsOf(data)}
    />
  );
}
