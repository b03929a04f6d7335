import { Button, NativeSelect, Skeleton, Switch } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconExternalLink, IconLayoutDashboard } from '@tabler/icons-react';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { type ComponentProps, useEffect, useMemo, useState } from 'react';
import { EmptyState } from '~/kit/ui/messages/ListStates';
import { lazyDialog } from '~/kit/ui/dialog/lazyDialog';
import { InstantDateInput } from '~/kit/ui/inputs/DateInput';
import { DownloadMenu } from '~/kit/ui/elements/DownloadMenu';
import { LoadFailed } from '~/kit/ui/messages/LoadFailed';
import { Panel } from '~/kit/ui/elements/Panel';
import { DataTable } from '~/kit/ui/grid/DataTable';
import type { Column, RowAction } from '~/kit/ui/columns/tableColumn';
import { SoftText } from '~/kit/ui/theme/SoftText';
import { Page } from '~/kit/ui/shell/Page';
import { shownDay } from '~/kit/shared/time/days';
import { isAmount, type ReportColumn, type ReportRow } from '~/kit/shared/reports/reports';
import type { ReportChoices, ReportEntry, ShownReport } from '../reports.fields';
import {
  chartTitle,
  existingChoices,
  reportNotes,
  periodProblem,
  periodText,
  type reportPeriod,
  reportText,
  totalLabel,
} from '../reports.rules';
import { downloadReport, useComparedReport, useReports } from './reports.client';
import { PointLink } from './PointLink';
import { loadChart, ReportDrawing } from './ReportDrawing';
import classes from './ReportPage.module.css';
import type { SaveReport } from './SaveReport';

const SaveToDashboard = lazyDialog<ComponentProps<typeof SaveReport>>(
  'opened',
  async () => (await import('./SaveReport')).SaveReport,
);

const settledMs = 300;
const back = { to: '/reports', label: 'Reports' };
const files = [
  { format: 'csv', label: 'CSV' },
  { format: 'xlsx', label: 'Excel' },
  { format: 'pdf', label: 'PDF' },
] as const;

/** One report: its choices, picture, totals and rows (docs/product/reports.md#screen). */
export default function ReportPage() {
  const { name } = useParams({ strict: false }) as { name?: string };
  const { data, isError, refetch } = useReports();
  const report = data?.find((each) => each.name === name);
  if (report) return <Report key={report.name} report={report} />;
  return (
    <Page title="Report" back={back}>
      {data ? (
        <EmptyState
          text="Report not found"
          hint="It does not exist, or you have no access."
          action={null}
        />
      ) : isError ? (
        <LoadFailed text="The report could not be loaded." onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={420} radius="md" role="status" aria-label="Loading..." />
      )}
    </Page>
  );
}

function Report({ report }: { report: ReportEntry }) {
  // A day that is being typed is a valid one several times.
  const typed: ReportChoices = useSearch({ strict: false });
  const [settled] = useDebouncedValue(typed, settledMs);
  const search = existingChoices(report, settled);
  const { data, before, days, state, isEarlier, retry } = useComparedReport(report, search);
  const problem = periodProblem(days);
  const [isSaving, setSaving] = useState(false);
  useEffect(() => void loadChart(), []);
  return (
    <Page
      title={report.title}
      back={back}
      subtitle={report.about}
      actions={
        <>
          <Button
            variant="default"
            leftSection={<IconLayoutDashboard size={16} aria-hidden />}
            disabled={problem !== null}
            onClick={() => setSaving(true)}
          >
            Save to Dashboard
          </Button>
          <DownloadMenu
            files={files}
            onChoose={({ format }) => downloadReport(report, search, format)}
          />
        </>
      }
    >
      <div className={classes.page} aria-busy={isEarlier}>
        <Choices report={report} days={days} problem={problem} />
        {problem ? null : state === 'failed' ? (
          <LoadFailed text="The report could not be loaded." onRetry={retry} />
        ) : data ? (
          <Figures data={data} before={before} title={report.title} />
        ) : (
          <Skeleton height={420} radius="md" role="status" aria-label="Loading..." />
        )}
      </div>
      <SaveToDashboard
        opened={isSaving}
        report={report}
        search={search}
        onClose={() => setSaving(false)}
      />
    </Page>
  );
}

interface ChoicesProps {
  report: ReportEntry;
  /** What an empty input means. */
  days: ReturnType<typeof reportPeriod>;
  problem: string | null;
}

/** The address holds each choice, so that a report can be shared and reloaded. */
function Choices({ report, days, problem }: ChoicesProps) {
  const search = useSearch({ strict: false }) as ReportChoices;
  const navigate = useNavigate();
  const to: string = `/reports/${report.name}`;
  const choose = (choice: ReportChoices) => {
    const chosen: object = { ...search, ...choice };
    void navigate({ to, search: chosen, replace: true });
  };
  const dayInput = (label: string, name: 'from' | 'to' | 'as_of', value: string) => (
    <InstantDateInput
      label={label}
      value={shownDay(search[name], value)}
      error={name === 'from' ? problem : null}
      onChange={(day) => choose({ [name]: day })}
    />
  );
  return (
    <div className={classes.choices}>
      <NativeSelect
        label="Group By"
        data={report.groups}
        value={search.group ?? report.groups[0]?.value ?? ''}
        onChange={({ currentTarget }) => choose({ group: currentTarget.value })}
      />
      {report.period === 'as of' ? dayInput('As of', 'as_of', days.to) : null}
      {report.period === 'between' ? (
        <>
          {dayInput('From', 'from', days.from)}
          {dayInput('To', 'to', days.to)}
          <Switch
            className={classes.compare}
            label="Compare with the period before"
            checked={search.compare === 'yes'}
            onChange={({ currentTarget }) =>
              choose({ compare: currentTarget.checked ? 'yes' : undefined })
            }
          />
        </>
      ) : null}
    </div>
  );
}

type Line = ReportRow & { position: number };

const hasLink = (row: Line): row is Line & { link: string } => typeof row['link'] === 'string';
const noActions: RowAction<Line>[] = [];

/** The name of a row as its first column shows it. */
function nameIn({ columns: [first] }: ShownReport, row: Line): string {
  return first ? reportText(row[first.key], first) : '';
}

interface FiguresProps {
  data: ShownReport;
  before: ShownReport | null;
  title: string;
}

function Figures({ data, before, title }: FiguresProps) {
  const navigate = useNavigate();
  const lines = useMemo(
    () => data.rows.map((row, position): Line => ({ ...row, position })),
    [data],
  );
  const columns = useMemo(() => columnsOf(data), [data]);
  const actions = useMemo(
    (): RowAction<Line>[] => [
      {
        key: 'open',
        label: (row) => `Open ${nameIn(data, row)}`,
        icon: <IconExternalLink size={16} />,
        onClick: (row) => void navigate({ href: String(row['link']) }),
        isOffered: hasLink,
      },
    ],
    [navigate, data],
  );
  return (
    <>
      {reportNotes(data).map((note) => (
        <SoftText key={note}>{note}</SoftText>
      ))}
      {lines.length > 0 ? (
        <Panel title={chartTitle(data)}>
          <ReportDrawing data={data} before={before} />
        </Panel>
      ) : null}
      <dl className={classes.totals} aria-label="Totals">
        {data.columns
          .filter(({ key }) => key in data.totals)
          .map((column) => (
            <div key={column.key}>
              <dt>{totalLabel(column)}</dt>
              <dd>{reportText(data.totals[column.key], column)}</dd>
              {before ? (
                <dd className={classes.before}>
                  {periodText(before)}: {reportText(before.totals[column.key], column) || 'None'}
                </dd>
              ) : null}
            </div>
          ))}
      </dl>
      <DataTable
        label={`${title}, ${periodText(data)}`}
        rows={lines}
        columns={columns}
        rowId={({ position }) => position}
        rowActions={lines.some(hasLink) ? actions : noActions}
        state="ready"
        loadingText="Loading..."
        emptyText="No figures for this period"
      />
    </>
  );
}

/** Of a letter, and of the room around a text, in px; of a title at its least too. */
const usual = { letter: 7.5, around: 32 };
const least = { letter: 7, around: 24 };
const widths = { least: 80, first: 160, most: 320 };
/** So many rows tell how wide a column is. */
const measured = 200;

/** At its least width a text loses up to two fifths, a number nothing, a title no word; the list itself measures money. */
function widthsOf({ key, kind, label }: ReportColumn, report: ShownReport, isFirst: boolean) {
  const { rows } = report;
  const values = rows.slice(0, measured).map((row) => reportText(row[key], { kind }));
  const from = isFirst ? widths.first : widths.least;
  const width = Math.min(widths.most, Math.max(from, widthFor([label, ...values], usual)));
  const shares: Partial<Record<ReportColumn['kind'], number>> = { money: 0, text: 0.6 };
  const shrunk = Math.max(isFirst ? 120 : 0, width * (shares[kind] ?? 1));
  return { width, least: Math.round(Math.max(widthFor(label.split(' '), least), shrunk)) };
}

function widthFor(texts: readonly string[], { letter, around }: typeof usual): number {
  return Math.ceil(Math.max(...texts.map(({ length }) => length)) * letter) + around;
}

function columnsOf(report: ShownReport): Column<Line>[] {
  const quantity = report.columns.find(({ key }) => key === 'quantity');
  return report.columns.map((column, at) => {
    const text = (row: Line) => reportText(row[column.key], column);
    const isFigure = column.key === report.chart.y;
    const figures = isFigure && quantity ? [quantity, column] : [column];
    return {
      key: column.key,
      title: column.label,
      ...widthsOf(column, report, at === 0),
      ...(isAmount(column) ? { align: 'right', money: isFigure } : {}),
      ...(isFigure ? { narrowText: (row) => labelled(figures, row) } : {}),
      ...(at === 0
        ? {
            render: (row) =>
              hasLink(row) ? <PointLink link={row.link} name={text(row)} /> : text(row),
          }
        : {}),
      sortValue: (row) => row[column.key] ?? null,
      text,
      fileValue: (row) => row[column.key] ?? null,
    };
  });
}

/** Values with what they are, for a phone, where no heading says it: "Quantity 5 · Value ₹100.00". */
function labelled(columns: readonly ReportColumn[], row: Line): string {
  return columns
    .flatMap((column) => {
      const text = reportText(row[column.key], column);
      return text === '' ? [] : `${column.label} ${text}`;
    })
    .join(' · ');
}
