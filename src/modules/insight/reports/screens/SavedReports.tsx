import { ActionIcon, Menu, Skeleton } from '@mantine/core';
import { IconCalendarOff, IconCalendarTime, IconDots, IconTrash } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type ComponentProps, useState } from 'react';
import { ConfirmDialog } from '~/kit/ui/dialog/ConfirmDialog';
import { lazyDialog } from '~/kit/ui/dialog/lazyDialog';
import { FailedState } from '~/kit/ui/messages/ListStates';
import { Panel } from '~/kit/ui/elements/Panel';
import { SoftText } from '~/kit/ui/theme/SoftText';
import { useLast } from '~/kit/ui/hooks/useLast';
import { TableHead } from '~/kit/ui/elements/TableHead';
import { LinesTable } from '~/kit/ui/elements/LinesTable';
import type { ReportEntry, ShownReport } from '../reports.fields';
import {
  chartPoints,
  chosenPeriodText,
  reportNotes,
  reportText,
  totalLabel,
} from '../reports.rules';
import { type SavedReport, statementName } from '../saved-reports.fields';
import { scheduleTexts } from '../schedules.rules';
import { choicesIn, useComparedReport } from './reports.client';
import {
  removeSavedReport,
  reportStop,
  stopSchedule,
  type useSavedReports,
} from './saved-reports.client';
import classes from './SavedReports.module.css';
import { ScheduledStatements } from './ScheduledStatements';
import { PointLink } from './PointLink';
import { ReportDrawing } from './ReportDrawing';
import type { ScheduleReport } from './ScheduleReport';

const ScheduleDialog = lazyDialog<ComponentProps<typeof ScheduleReport>>(
  'saved',
  async () => (await import('./ScheduleReport')).ScheduleReport,
);

type Ask = (what: 'schedule' | 'remove', saved: SavedReport) => void;

/** The person's saved reports on the dashboard, a card each, and scheduled statements (docs/product/reports.md#saved-reports). */
export default function SavedReports({
  saved: { rows: all, failed, retry },
}: {
  saved: ReturnType<typeof useSavedReports>;
}) {
  const reports = all.filter(({ report }) => report !== statementName);
  const statements = all.filter(({ report }) => report === statementName);
  const [openDialog, setOpenDialog] = useState<Parameters<Ask> | null>(null);
  const close = () => setOpenDialog(null);
  const subjectOf = (what: Parameters<Ask>[0]) => (openDialog?.[0] === what ? openDialog[1] : null);
  const toRemove = subjectOf('remove');
  const last = useLast(toRemove);
  return (
    <>
      {failed ? (
        <Panel title="Saved Reports">
          <FailedState text="Saved reports could not be loaded" onRetry={retry} />
        </Panel>
      ) : null}
      {reports.length > 0 ? (
        <div className={classes.cards}>
          {reports.map((saved) => (
            <Card key={saved.id} saved={saved} onAsk={(...what) => setOpenDialog(what)} />
          ))}
        </div>
      ) : null}
      {statements.length > 0 ? <ScheduledStatements statements={statements} /> : null}
      <ScheduleDialog saved={subjectOf('schedule')} onClose={close} />
      <ConfirmDialog
        opened={toRemove !== null}
        title="Remove from Dashboard"
        subject={last?.name}
        message={
          last?.schedule
            ? 'It will no longer be sent by email. The report itself is not affected.'
            : 'The report itself is not affected.'
        }
        confirmLabel="Remove Report"
        danger
        onConfirm={async () => {
          if (!toRemove) return;
          await removeSavedReport(toRemove.id);
          return `"${toRemove.name}" has been removed from your dashboard`;
        }}
        onClose={close}
      />
    </>
  );
}

interface CardProps {
  saved: SavedReport;
  onAsk: Ask;
}

function Card({ saved, onAsk }: CardProps) {
  const { name, entry, schedule } = saved;
  return (
    <Panel
      title={<span className={classes.name}>{entry ? <ReportLink saved={saved} /> : name}</span>}
      action={<Actions saved={saved} onAsk={onAsk} />}
    >
      <div className={classes.body}>
        {entry ? (
          <Report entry={entry} saved={saved} />
        ) : (
          <SoftText>You no longer have access to this report.</SoftText>
        )}
        {schedule ? (
          <div className={classes.schedule}>
            {scheduleTexts(schedule).map((text) => (
              <SoftText key={text} small>
                {text}
              </SoftText>
            ))}
          </div>
        ) : null}
      </div>
    </Panel>
  );
}

function Actions({ saved, onAsk }: CardProps) {
  const { id, name, entry, schedule } = saved;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={`Actions of ${name}`}>
          <IconDots size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {entry ? (
          <Menu.Item
            leftSection={<IconCalendarTime size={16} aria-hidden />}
            onClick={() => onAsk('schedule', saved)}
          >
            {schedule ? 'Edit Schedule' : 'Schedule'}
          </Menu.Item>
        ) : null}
        {schedule ? (
          <Menu.Item
            leftSection={<IconCalendarOff size={16} aria-hidden />}
            onClick={() => void reportStop(() => stopSchedule(id))}
          >
            Stop Schedule
          </Menu.Item>
        ) : null}
        <Menu.Item
          color="red"
          leftSection={<IconTrash size={16} aria-hidden />}
          onClick={() => onAsk('remove', saved)}
        >
          Remove from Dashboard
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function ReportLink({ saved: { name, report, choices } }: Pick<CardProps, 'saved'>) {
  const to: string = `/reports/${report}`;
  const search: object = choicesIn(choices);
  return (
    <Link to={to} search={search}>
      {name}
    </Link>
  );
}

function Report({ entry, saved }: { entry: ReportEntry } & Pick<CardProps, 'saved'>) {
  const choices = choicesIn(saved.choices);
  const { data, before, state, retry } = useComparedReport(entry, choices);
  if (state === 'failed')
    return <FailedState text="The report could not be loaded" onRetry={retry} />;
  if (!data) return <Skeleton height={260} radius="md" role="status" aria-label="Loading..." />;
  const [amount, ...others] = data.columns.filter(({ key }) => data.chart.ys.includes(key));
  const isOne = amount !== undefined && others.length === 0 && amount.key in data.totals;
  return (
    <>
      <SoftText small>
        {chosenPeriodText(entry.period, choices)}
        {isOne ? ` · ${totalLabel(amount)}: ${reportText(data.totals[amount.key], amount)}` : null}
        {reportNotes(data).map((note) => ` · ${note}`)}
      </SoftText>
      {data.rows.length > 0 ? (
        <>
          <ReportDrawing data={data} before={before} />
          <Figures data={data} before={before} name={saved.name} />
        </>
      ) : (
        <SoftText>No figures for this period</SoftText>
      )}
    </>
  );
}

interface FiguresProps {
  data: ShownReport;
  before: ShownReport | null;
  name: string;
}

/** The figures of the chart as text. */
function Figures({ data, before, name }: FiguresProps) {
  const { chart, columns } = data;
  const named = columns.find(({ key }) => key === chart.x);
  const amounts = columns.filter(({ key }) => chart.ys.includes(key));
  const hasBefore = before !== null && amounts.length === 1;
  return (
    <details className={classes.figures}>
      <summary>
        Figures <span className="visually-hidden">of {name}</span>
      </summary>
      <LinesTable>
        <TableHead
          titles={[named?.label ?? '']}
          amounts={[...amounts.map(({ label }) => label), ...(hasBefore ? ['Period Before'] : [])]}
        />
        <tbody>
          {chartPoints(data, before?.rows ?? null).map((point, position) => (
            <tr key={`${position} ${point.name}`}>
              <th scope="row">
                {point.link === null ? (
                  point.name
                ) : (
                  <PointLink link={point.link} name={point.name} />
                )}
              </th>
              {amounts.map((column) => (
                <td key={column.key} className="amount">
                  {reportText(point.amounts[column.key], column)}
                </td>
              ))}
              {hasBefore && amounts[0] ? (
                <td className="amount">{reportText(point.before, amounts[0])}</td>
              ) : null}
            </tr>
          ))}
        </tbody>
      </LinesTable>
    </details>
  );
}
