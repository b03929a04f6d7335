import type { ReactNode } from 'react';
import { formatMoney, formatPrice } from '~/kit/shared/money/money';
import { formatNumber } from '~/kit/shared/money/numbers';
import { SoftText } from '~/kit/ui/elements/SoftText';
import { LinesTable } from './LinesTable';

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
      <thead>
        <tr>
          <th scope="col">Description</th>
          <AmountHead>Quantity</AmountHead>
          <AmountHead>Unit Price</AmountHead>
          <AmountHead>Total</AmountHead>
        </tr>
      </thead>
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

function AmountHead({ children }: { children: ReactNode }) {
  return (
    <th scope="col" className="amount">
      {children}
    </th>
  );
}
