import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconBellRinging, IconMail } from '@tabler/icons-react';
import { type ComponentType, useMemo, useState } from 'react';
import { formatMoney } from '~/kit/shared/money/money';
import { formatDay, isDay } from '~/kit/shared/time/days';
import { InstantDateInput } from '~/kit/ui/elements/DateInput';
import { DownloadMenu } from '~/kit/ui/elements/DownloadMenu';
import { FailedState, LoadingRows } from '~/kit/ui/elements/ListStates';
import { SoftText } from '~/kit/ui/elements/SoftText';
import { DataTable } from '~/kit/ui/grid/DataTable';
import type { Column } from '~/kit/ui/grid/tableColumn';
import { useMay } from '~/modules/organization/workspaces/screens/workspaces.client';
import type { RecordPart } from '~/modules/records/records/screens/RecordPage';
import { interestText } from '../interest.rules';
import { entryText, periodProblem } from '../receivables.rules';
import type { Statement, StatementLine } from '../receivables.fields';
import { CustomerReminders } from './CustomerReminders';
import { type AccountDialog, AccountDialogs } from './ReceivableActions';
import { type Period, saveStatement, useStatement, useStatementPeriod } from './receivables.client';
import classes from './CustomerStatement.module.css';

const settledMs = 300;
const files = [
  { format: 'pdf', label: 'PDF' },
  { format: 'csv', label: 'CSV' },
  { format: 'xlsx', label: 'Excel' },
] as const;

interface Props extends Pick<RecordPart, 'id'> {
  /** Has the statement mailed; passed in because it depends on reports. */
  Schedule: ComponentType<{ customer: number }>;
}

/** A customer's account over a period, and the reminders that went out (docs/product/receivables.md#statement). */
export function CustomerStatement({ id, Schedule }: Props) {
  const usual = useStatementPeriod();
  const [chosen, setChosen] = useState<Partial<Period>>({});
  const typed = { ...usual, ...chosen };
  const [{ from, to }] = useDebouncedValue(typed, settledMs);
  const isPeriod = isDay(from) && isDay(to) && from <= to;
  const { data, state, isEarlier, retry } = useStatement(id, { from, to }, isPeriod);
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
        {data ? <Actions statement={data} Schedule={Schedule} /> : null}
      </div>
      {state === 'failed' ? (
        <FailedState text="The statement could not be loaded" onRetry={retry} />
      ) : data ? (
        <Account statement={data} isEarlier={isEarlier} />
      ) : (
        <LoadingRows columns={5} text="Loading statement..." />
      )}
      <CustomerReminders id={id} />
    </div>
  );
}

function Actions({ statement, Schedule }: { statement: Statement } & Pick<Props, 'Schedule'>) {
  const { customer_id, from, to } = statement;
  const [dialog, setDialog] = useState<AccountDialog>(null);
  const maySend = useMay('receipts.update').ok;
  return (
    <div className={classes.actions}>
      <DownloadMenu
        files={files}
        onChoose={({ format }) => saveStatement(customer_id, { from, to }, format)}
      />
      {maySend ? (
        <>
          <Button
            variant="default"
            leftSection={<IconMail size={16} aria-hidden />}
            onClick={() => setDialog({ sends: 'statement', account: statement })}
          >
            Send Statement
          </Button>
          <Button
            variant="default"
            leftSection={<IconBellRinging size={16} aria-hidden />}
            onClick={() => setDialog({ sends: 'reminder', account: statement })}
          >
            Send Reminder
          </Button>
        </>
      ) : null}
      <Schedule customer={customer_id} />
      <AccountDialogs dialog={dialog} onClose={() => setDialog(null)} />
    </div>
  );
}

type Line = StatementLine & { position: number };

const amount = (key: 'debit' | 'credit' | 'balance', title: string): Column<Line> => ({
  key,
  title,
  width: 130,
  align: 'right',
  money: key === 'balance',
  text: (line) => (line[key] === 0 && key !== 'balance' ? '' : formatMoney(line[key], 'INR')),
});

const columns: readonly Column<Line>[] = [
  { key: 'date', title: 'Date', width: 120, text: ({ date }) => formatDay(date) },
  { key: 'kind', title: 'Document', width: 170, text: entryText },
  { key: 'number', title: 'Number', width: 150, text: ({ number }) => number },
  { key: 'reference', title: 'Reference', width: 250, text: ({ reference }) => reference ?? '' },
  amount('debit', 'Debit'),
  amount('credit', 'Credit'),
  amount('balance', 'Balance'),
];

function Account({ statement, isEarlier }: { statement: Statement; isEarlier: boolean }) {
  const { from, to, opening, debits, credits, closing, interest } = statement;
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
      {interest ? <SoftText small>{interestText(interest)}</SoftText> : null}
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
