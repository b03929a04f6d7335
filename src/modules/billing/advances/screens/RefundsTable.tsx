import { Button } from '@mantine/core';
import { formatMoney } from '~/kit/shared/money/money';
import { formatDay } from '~/kit/shared/time/days';
import { TableHead } from '~/kit/ui/elements/TableHead';
import { LinesTable } from '~/kit/ui/elements/LinesTable';
import type { Refund } from '../advances.fields';

interface Props {
  refunds: readonly Refund[];
  onDownload: (refund: Refund) => void;
}

/** Refunds of an advance or a receipt, each with its voucher. */
export function RefundsTable({ refunds, onDownload }: Props) {
  return (
    <LinesTable>
      <TableHead titles={['Voucher', 'Date']} amounts={['Amount']} after={['File']} />
      <tbody>
        {refunds.map((refund) => (
          <tr key={refund.id}>
            <th scope="row">{refund.voucher_number}</th>
            <td data-day>{formatDay(refund.refund_date)}</td>
            <td className="amount">{formatMoney(refund.amount, 'INR')}</td>
            <td>
              <Button
                size="compact-sm"
                variant="default"
                aria-label={`Download ${refund.voucher_number}`}
                onClick={() => onDownload(refund)}
              >
                Download
              </Button>
            </td>
          </tr>
        ))}
      </tbody>
    </LinesTable>
  );
}
