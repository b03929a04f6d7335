import { Checkbox, TextInput } from '@mantine/core';
import { useMemo, useState } from 'react';
import { formatNumber } from '~/kit/shared/money/numbers';
import { LinesTable } from '~/kit/ui/elements/LinesTable';
import { TableHead } from '~/kit/ui/elements/TableHead';
import { useProducts } from '~/modules/catalogue/products/catalogue/screens/products.client';
import {
  type LineProblem,
  type ProblemsByLine,
  type ReceivedLine,
  scannedInto,
  type TypedLine,
  type TypedReceipt,
} from '../typed-receipts.rules';
import { Amount, ReceivedLots, RejectReason } from './ReceiptInputs';

interface Props {
  lines: readonly ReceivedLine[];
  typed: TypedReceipt;
  problems: ProblemsByLine;
  onChange: (typed: TypedReceipt) => void;
}

/** What came of each open line; a scanner that types counts it piece by piece. */
export function ReceiptLines({ lines, typed, problems, onChange }: Props) {
  return (
    <>
      <Scanner lines={lines} typed={typed} onChange={onChange} />
      <LinesTable caption="Items" stacked>
        <TableHead
          titles={['Product']}
          amounts={['Ordered', 'Open', 'Received', 'Rejected']}
          after={['Close']}
        />
        <tbody>
          {lines.map((line) => (
            <Row
              key={line.id}
              line={line}
              typed={typed[line.id]}
              problem={problems[line.id]}
              onChange={(values) => {
                const own = typed[line.id];
                if (own) onChange({ ...typed, [line.id]: { ...own, ...values } });
              }}
            />
          ))}
        </tbody>
      </LinesTable>
    </>
  );
}

function Scanner({ lines, typed, onChange }: Omit<Props, 'problems'>) {
  const { rows } = useProducts();
  const [code, setCode] = useState('');
  const [scanned, setScanned] = useState<ReadonlySet<number>>(new Set());
  const [problem, setProblem] = useState<string | null>(null);
  const coded = useMemo(() => {
    const barcodes = new Map(rows.map(({ id, barcode }) => [id, barcode]));
    return lines.map(({ id, product_id, sku_code }) => ({
      id,
      codes: [sku_code, barcodes.get(product_id ?? 0)].filter(
        (each): each is string => typeof each === 'string',
      ),
    }));
  }, [rows, lines]);
  const count = () => {
    const next = scannedInto(typed, { lines: coded, scanned, code });
    setCode('');
    setProblem(next ? null : `No open line has the code ${code.trim()}`);
    if (!next) return;
    setScanned(new Set([...scanned, next.line]));
    onChange(next.typed);
  };
  return (
    <TextInput
      label="Scan or type a code"
      description="Each scan counts one piece"
      value={code}
      error={problem}
      autoComplete="off"
      mb="sm"
      onChange={(event) => setCode(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return;
        event.preventDefault();
        if (code.trim() !== '') count();
      }}
    />
  );
}

interface RowProps {
  line: ReceivedLine;
  typed: TypedLine | undefined;
  problem: LineProblem | undefined;
  onChange: (values: Partial<TypedLine>) => void;
}

function Row({ line, typed, problem, onChange }: RowProps) {
  const { description, unit } = line;
  const problemAt = (name: LineProblem['at']) => (problem?.at === name ? problem.wrong : null);
  return (
    <tr>
      <th scope="row">
        {description}
        <ReceivedLots
          aria-label={`Lots of ${description}`}
          size="xs"
          productId={line.product_id}
          value={typed?.lots ?? ''}
          error={problemAt('lots')}
          onChange={(lots) => onChange({ lots })}
        />
        {typed && Number(typed.rejected) > 0 ? (
          <RejectReason
            aria-label={`Reject reason of ${description}`}
            size="xs"
            value={typed.reason}
            onChange={(reason) => onChange({ reason })}
          />
        ) : null}
      </th>
      <td className="amount" data-label="Ordered">
        {formatNumber(line.quantity)} {unit}
      </td>
      <td className="amount" data-label="Open">
        {formatNumber(line.open_quantity)}
      </td>
      <td className="amount" data-label="Received">
        <Amount
          label={`Received of ${description}`}
          value={typed?.quantity ?? ''}
          problem={problemAt('quantity')}
          onChange={(quantity) => onChange({ quantity })}
        />
      </td>
      <td className="amount" data-label="Rejected">
        <Amount
          label={`Rejected of ${description}`}
          value={typed?.rejected ?? ''}
          problem={problemAt('rejected')}
          onChange={(rejected) => onChange({ rejected })}
        />
      </td>
      <td data-label="Close">
        <Checkbox
          aria-label={`Close the line of ${description}`}
          checked={typed?.closes ?? false}
          onChange={(event) => onChange({ closes: event.currentTarget.checked })}
        />
      </td>
    </tr>
  );
}
