import { useDebouncedValue } from '@mantine/hooks';
import { type ReactNode, useMemo, useState } from 'react';
import { formatMoney } from '~/kit/shared/money/money';
import { formatDay, isDay } from '~/kit/shared/time/days';
import { InstantDateInput } from '~/kit/ui/inputs/DateInput';
import { DownloadMenu } from '~/kit/ui/elements/DownloadMenu';
import { FailedState, LoadingRows } from '~/kit/ui/messages/ListStates';
import { SoftText } from '~/kit/ui/theme/SoftText';
import { DataTable } from '~/kit/ui/grid/DataTable';
import type { Column } from '~/kit/ui/columns/tableColumn';
import { entryText, periodProblem } from '../receivables.rules';
import type { AccountStatement, StatementLine } from '../receivables.fields';
import {
  type AccountParty,
  type Period,
  saveStatement,
  useStatement,
  useStatementPeriod,
} from './receivables.client';
import classes from './PartyStatement.module.css';

const settledMs = 300;
const files = [
  { format: 'pdf', label: 'PDF' },
  { format: 'csv', label: 'CSV' },
  { format: 'xlsx', label: 'Excel' },
] as const;

interface Props<Shown extends AccountStatement> {
  party: AccountParty;
  /** The buttons of the statement besides its files. */
  renderActions: (statement: Shown) => ReactNode;
  /** A remark on its balances, or null. */
  remark?: (statement: Shown) => string | null;
  children?: ReactNode;
}

/** The account of a customer or vendor over a period (docs/product/receivables.md#statement). */
export function PartyStatement<Shown extends AccountStatement>({
  party,
  renderActions,
  remark,
  children,
}: Props<Shown>) {
  const usual = useStatementPeriod();
  const [chosen, setChosen] = useState<Partial<Period>>({});
  const typed = { ...usual, ...chosen };
  const [{ from, to }] = useDebouncedValue(typed, settledMs);
  const isPeriod = isDay(from) && isDay(to) && from <= to;
  const { data, state, isEarlier, retry } = useStatement<Shown>(party, { from, to }, isPeriod);
  const problem = isDay(from) && isDay(to) ? periodProblem(from, to) : null;
  return (
    <div className={classes.statement}>
      <div className={classes.choices}>
        {(['from', 'to'] as const).map((name) => (
          <InstantDateInput
            key={name}
            label={name === 'from' ? 'From' : 'To'}
            value={typed[name]}
            error={name === 'from' ? problem : null}
            onChange={(value) => setChosen({ ...chosen, [name]: value })}
          />
        ))}
        {data ? (
          <div className={classes.actions}>
            <DownloadMenu
              files={files}
              onChoose={({ format }) =>
                saveStatement(party, { from: data.from, to: data.to }, format)
              }
            />
            {renderActions(data)}
          </div>
        ) : null}
      </div>
      {state === 'failed' ? (
        <FailedState text="The statement could not be loaded" onRetry={retry} />
      ) : data ? (
        <Account statement={data} isEarlier={isEarlier} remark={remark?.(data) ?? null} />
      ) : (
        <LoadingRows columns={5} text="Loading statement..." />
      )}
      {children}
    </div>
  );
}

type Line = StatementLine & { position: number };

const amount = (key: 'debit' | 'credit' | 'balance', title: string): Column<Line> => ({
  key,
  title,
  width: 130,
  align: 'right',
  text: (line) => (line[key] === 0 && key !== 'balance' ? '' : formatMoney(line[key], 'INR')),
  narrowText: (line) => `${title} ${formatMoney(line[key], 'INR')}`,
});

const columns: readonly Column<Line>[] = [
  {
    key: 'date',
    title: 'Date',
    width: 120,
    text: ({ date }) => formatDay(date),
    // At the right a phone has the amount of the entry.
    narrowText: ({ date, balance }) =>
      `${formatDay(date)} · Balance ${formatMoney(balance, 'INR')}`,
  },
  { key: 'kind', title: 'Document', width: 170, text: entryText },
  { key: 'number', title: 'Number', width: 150, text: ({ number }) => number },
  { key: 'reference', title: 'Reference', width: 250, text: ({ reference }) => reference ?? '' },
  amount('debit', 'Debit'),
  amount('credit', 'Credit'),
  amount('balance', 'Balance'),
];

interface Shown {
  statement: AccountStatement;
  isEarlier: boolean;
  remark: string | null;
}

function Account({ statement, isEarlier, remark }: Shown) {
  const { from, to, opening, debits, credits, closing } = statement;
  const lines = useMemo(
    () => statement.lines.map((line, position): Line => ({ ...line, position })),
    [statement],
  );
  const sums = [
    { label: 'Opening Balance', value: opening },
    { label: 'Debits', value: debits },
    { label: 'Credits', value: credits },
    { label: 'Closing Balance', value: closing },
  ];
  return (
    <div className={classes.account} aria-busy={isEarlier}>
      <dl className={classes.sums} aria-label="Balances">
        {sums.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{formatMoney(value, 'INR')}</dd>
          </div>
        ))}
      </dl>
      {remark === null ? null : <SoftText small>{remark}</SoftText>}
      <DataTable
        label={`Statement, ${formatDay(from)} to ${formatDay(to)}`}
        rows={lines}
        columns={columns}
        rowId={({ position }) => position}
        state="ready"
        loadingText="Loading statement..."
        emptyText="No documents in this period"
      />
    </div>
  );
}
