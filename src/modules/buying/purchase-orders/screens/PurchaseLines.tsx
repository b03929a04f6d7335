import { formatMoney, formatPrice } from '~/kit/shared/money/money';
import { formatNumber } from '~/kit/shared/money/numbers';
import { formatDay } from '~/kit/shared/time/days';
import { LinesTable } from '~/kit/ui/elements/LinesTable';
import { NotLoaded } from '~/kit/ui/messages/LoadFailed';
import { SoftText } from '~/kit/ui/theme/SoftText';
import { TableHead } from '~/kit/ui/elements/TableHead';
import { RecordLink } from '~/kit/ui/list/RecordLink';
import type { PurchaseLine, PurchaseOrder } from '../purchase-orders.fields';
import { useWholePurchaseOrder } from './purchase-orders.client';

const amounts = ['Ordered', 'Received', 'Open', 'Billed', 'Unit Price', 'Total'];

/** The lines of a purchase order with what became of each. */
export function PurchaseLines({ order }: { order: PurchaseOrder }) {
  const { data, state, retry } = useWholePurchaseOrder(order);
  if (data?.id !== order.id) return <NotLoaded what="items" state={state} onRetry={retry} />;
  return (
    <LinesTable stacked>
      <TableHead titles={['Description']} amounts={amounts} />
      <tbody>
        {data.items.map((line) => (
          <tr key={line.id}>
            <th scope="row">
              {line.product_id === null ? (
                line.description
              ) : (
                <RecordLink
                  path="/inventory/products"
                  id={line.product_id}
                  name={line.description}
                />
              )}
              {notesOf(line).map((note) => (
                <SoftText key={note} as="div" small>
                  {note}
                </SoftText>
              ))}
            </th>
            {amountsOf(line).map((text, index) => (
              <td key={amounts[index]} className="amount" data-label={amounts[index]}>
                {text}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </LinesTable>
  );
}

function amountsOf(line: PurchaseLine): string[] {
  return [
    `${formatNumber(line.quantity)} ${line.unit}`,
    formatNumber(line.received_quantity),
    formatNumber(line.open_quantity),
    formatNumber(line.billed_quantity),
    formatPrice(line.unit_price),
    formatMoney(line.line_total, 'INR'),
  ];
}

function notesOf(line: PurchaseLine): string[] {
  const { sku_code, stock_quantity, unit, unit_of_measure, expected_date, notes } = line;
  const arrives =
    stock_quantity === null || unit === unit_of_measure
      ? null
      : `${formatNumber(stock_quantity)} ${unit_of_measure} into stock`;
  const quantity = (label: string, value: number) =>
    value > 0 ? `${label} ${formatNumber(value)}` : null;
  const became = [
    quantity('Rejected', line.rejected_quantity),
    quantity('Returned', line.returned_quantity),
    quantity('Closed', line.closed_quantity),
  ];
  const details = [sku_code, arrives, expected_date && `Expected ${formatDay(expected_date)}`];
  return [...details, ...became, notes].flatMap((note) => note || []);
}
