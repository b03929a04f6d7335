import { ActionIcon, Menu, Skeleton } from '@mantine/core';
import { IconDots, IconTrash } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { ConfirmDialog } from '~/kit/ui/dialog/ConfirmDialog';
import { FailedState } from '~/kit/ui/elements/ListStates';
import { Panel } from '~/kit/ui/elements/Panel';
import { SoftText } from '~/kit/ui/elements/SoftText';
import { toast } from '~/kit/ui/elements/toasts';
import { useLast } from '~/kit/ui/hooks/useLast';
import { LinesTable } from '~/modules/sales/documents/screens/LinesTable';
import type { ReportEntry, ShownReport } from '../reports.fields';
import { chartPoints, chosenPeriodText, reportText } from '../reports.rules';
import type { SavedReport } from '../saved-reports.fields';
import { choicesIn, useComparedReport } from './reports.client';
import { removeFromDashboard, useSavedReports } from './saved-reports.client';
import classes from './SavedReports.module.css';

const ReportChart = lazy(() => import('./ReportChart'));

/** The person's saved reports on the dashboard, a card each (docs/product/reports.md#saved-reports). */
export default function SavedReports() {
  const reports = useSavedReports();
  const [toRemove, setToRemove] = useState<SavedReport | null>(null);
  const last = useLast(toRemove);
  return (
    <>
      {reports.length > 0 ? (
        <div className={classes.cards}>
          {reports.map((saved) => (
            <Card key={saved.id} saved={saved} onRemove={() => setToRemove(saved)} />
          ))}
        </div>
      ) : null}
      <ConfirmDialog
        opened={toRemove !== null}
        title="Remove from Dashboard"
        subject={last?.name}
        message="The report itself is not affected."
        confirmLabel="Remove Report"
        danger
        onConfirm={async () => {
          if (!toRemove) return;
          await removeFromDashboard(toRemove.id);
          toast('success', `"${toRemove.name}" has been removed from your dashboard`);
        }}
        onClose={() => setToRemove(null)}
      />
    </>
  );
}

interface CardProps {
  saved: SavedReport;
  onRemove: () => void;
}

function Card({ saved, onRemove }: CardProps) {
  const { name, entry } = saved;
  return (
    <Panel
      title={<span className={classes.name}>{entry ? <ReportLink saved={saved} /> : name}</span>}
      action={
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon variant="subtle" color="gray" aria-label={`Actions of ${name}`}>
              <IconDots size={16} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item
              color="red"
              leftSection={<IconTrash size={16} aria-hidden />}
              onClick={onRemove}
            >
              Remove from Dashboard
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      }
    >
      <div className={classes.body}>
        {entry ? (
          <Report entry={entry} saved={saved} />
        ) : (
          <SoftText>You no longer have access to this report.</SoftText>
        )}
      </div>
    </Panel>
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
  if (!data) return <Skeleton height={260} radius="md" aria-label="Loading..." />;
  const [amount, ...others] = data.columns.filter(({ key }) => data.chart.ys.includes(key));
  const isOne = amount !== undefined && others.length === 0 && amount.key in data.totals;
  return (
    <>
      <SoftText small>
        {chosenPeriodText(entry.period, choices)}
        {isOne ? ` · Total ${amount.label}: ${reportText(data.totals[amount.key], amount)}` : null}
      </SoftText>
      {data.rows.length > 0 ? (
        <>
          <Suspense fallback={<Skeleton height={260} radius="md" aria-label="Loading chart" />}>
            <ReportChart data={data} before={before} />
          </Suspense>
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
        <thead>
          <tr>
            <th scope="col">{named?.label}</th>
            {amounts.map(({ key, label }) => (
              <th key={key} scope="col" className="amount">
                {label}
              </th>
            ))}
            {hasBefore ? (
              <th scope="col" className="amount">
                Period Before
              </th>
            ) : null}
          </tr>
        </thead>
        <tbody>
          {chartPoints(data, before?.rows ?? null).map((point, place) => (
            <tr key={`${place} ${point.name}`}>
              <th scope="row">
                {point.link === null ? point.name : <a href={point.link}>{point.name}</a>}
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
