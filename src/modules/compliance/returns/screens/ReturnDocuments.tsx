import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '@mantine/core';
import { formatMoney } from '~/kit/shared/money/money';
import { formatDay } from '~/kit/shared/time/days';
import { Dialog } from '~/kit/ui/dialog/Dialog';
import { useLast } from '~/kit/ui/hooks/useLast';
import { TableHead } from '~/kit/ui/elements/TableHead';
import { sumOf } from '~/modules/sales/documents/lines/totals.rules';
import { locationOfDocument } from '../document-locations.rules';
import type { ReportedDocument } from '../gstr1.fields';
import classes from './ReturnsPage.module.css';

interface Props {
  documents: readonly ReportedDocument[] | null;
  onClose: () => void;
}

const step = 200;

/** The documents that a row sums up, each with what it comes to. */
export function ReturnDocuments({ documents, onClose }: Props) {
  const shown = useLast(documents) ?? [];
  const total = sumOf(shown.map(({ total_amount }) => total_amount));
  return (
    <Dialog
      opened={documents !== null}
      onClose={onClose}
      title="Documents"
      subtitle={`${shown.length} documents, ${formatMoney(total, 'INR')}`}
      size="lg"
      closeLabel="Close"
    >
      <DocumentList key={shown[0]?.number} documents={shown} />
    </Dialog>
  );
}

function DocumentList({ documents }: { documents: readonly ReportedDocument[] }) {
  const [most, setMost] = useState(step);
  return (
    <div className={classes.scroll}>
      <table className={classes.overview} aria-label="Documents">
        <TableHead titles={['Number', 'Date', 'Buyer', 'Taxable Value', 'Total']} />
        <tbody>
          {documents.slice(0, most).map((each) => (
            <tr key={`${each.kind} ${each.id}`}>
              <th scope="row">
                <Link {...locationOfDocument(each)}>{each.number}</Link>
              </th>
              <td>{formatDay(each.date)}</td>
              <td>{each.buyer}</td>
              <td>{formatMoney(each.taxable_value, 'INR')}</td>
              <td>{formatMoney(each.total_amount, 'INR')}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {documents.length > most ? (
        <Button variant="default" onClick={() => setMost(most + step)}>
          Show More
        </Button>
      ) : null}
    </div>
  );
}
