import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import {
  Bar,
  BarChart,
  CartesianGrid,
  Legend,
  Line,
  LineChart,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import { shortened } from '~/kit/shared/fields/cut-text';
import type { ReportColumn } from '~/kit/shared/reports/reports';
import { classNames } from '~/kit/ui/theme/classNames';
import type { ShownReport } from '../reports.fields';
import { type ChartPoint, chartPoints, chartTitle, reportText } from '../reports.rules';
import classes from './ReportChart.module.css';

interface Props {
  data: ShownReport;
  before: ShownReport | null;
}

/** A report's picture. The table below it has the same figures as text, and the same links. */
export function ReportChart({ data, before }: Props) {
  const points = useMemo(() => chartPoints(data, before?.rows ?? null), [data, before]);
  const series = useMemo(() => seriesOf(data, before !== null), [data, before]);
  return (
    <div
      className={classes.drawing}
      role="img"
      aria-label={`${chartTitle(data)}. The figures are in the table below.`}
    >
      <ResponsiveContainer>
        <Drawing kind={data.chart.kind} points={points} series={series} />
      </ResponsiveContainer>
    </div>
  );
}

interface Series {
  key: string;
  label: string;
  color: string;
  text: (value: number) => string;
  of: (point: ChartPoint) => number;
}

function seriesOf({ chart, columns }: ShownReport, isCompared: boolean): Series[] {
  const seriesOfColumn = (y: string, at: number): Series => {
    const column: Pick<ReportColumn, 'label' | 'kind'> = columns.find(({ key }) => key === y) ?? {
      label: y,
      kind: 'count',
    };
    return {
      key: y,
      label: column.label,
      color: `var(--series-${at + 1})`,
      text: (value) => reportText(value, column),
      of: ({ amounts }) => amounts[y] ?? 0,
    };
  };
  const all = chart.ys.map(seriesOfColumn);
  const [first] = all;
  if (!isCompared || !first || all.length > 1 || chart.kind === 'funnel') return all;
  const of = ({ before }: ChartPoint) => before ?? 0;
  return [
    { ...first, key: 'before', label: 'Period Before', color: 'var(--series-before)', of },
    first,
  ];
}

interface DrawingProps {
  kind: ShownReport['chart']['kind'];
  points: readonly ChartPoint[];
  series: readonly Series[];
}

const margin = { top: 8, right: 40, bottom: 4, left: 16 };
const noMotion = { isAnimationActive: false } as const;

function Drawing({ kind, points, series, ...size }: DrawingProps) {
  const navigate = useNavigate();
  const open = (at: number) => {
    const link = points[at]?.link;
    if (link) void navigate({ href: link });
  };
  const shared = {
    ...size,
    data: [...points],
    margin,
    accessibilityLayer: false,
    onClick: ({ activeIndex }: { activeIndex?: number | string | null | undefined }) =>
      open(Number(activeIndex)),
  };
  const isLying = kind === 'funnel' || points.some(({ name }) => name.length > mostUpright);
  if (kind === 'line')
    return (
      <LineChart {...shared}>
        {axes(series, { padding: { left: 24, right: 24 } })}
        {series.map(({ key, label, color, of }) => (
          <Line
            key={key}
            name={label}
            dataKey={of}
            stroke={color}
            strokeWidth={2}
            strokeDasharray={key === 'before' ? '4 4' : '0'}
            dot={dot}
            {...noMotion}
          />
        ))}
      </LineChart>
    );
  return (
    <BarChart {...shared} layout={isLying ? 'vertical' : 'horizontal'}>
      {axes(series, { isLying })}
      {series.map(({ key, label, color, of }) => (
        <Bar
          key={key}
          name={label}
          dataKey={of}
          fill={color}
          maxBarSize={64}
          className={classNames(classes.bar)}
          {...(kind === 'stacked' ? { stackId: 'parts' } : {})}
          {...noMotion}
        />
      ))}
    </BarChart>
  );
}

/** Large amounts on the scale as 1.2L and 3.4Cr; the pointed ones are written out. */
const scale = new Intl.NumberFormat('en-IN', { notation: 'compact', maximumFractionDigits: 1 });

function axes(
  series: readonly Series[],
  { isLying = false, padding = {} }: { isLying?: boolean; padding?: object },
) {
  const textOf = new Map(series.map(({ label, text }) => [label, text]));
  const names = {
    dataKey: 'name',
    type: 'category',
    tickLine: false,
    tickFormatter: short,
    tick,
    stroke: 'var(--line-strong)',
  } as const;
  const amounts = {
    type: 'number',
    tickLine: false,
    axisLine: false,
    tick,
    tickFormatter: (value: number) => scale.format(value),
  } as const;
  return (
    <>
      <CartesianGrid vertical={isLying} horizontal={!isLying} stroke="var(--line)" />
      <XAxis
        {...(isLying ? amounts : { ...names, padding, interval: 'preserveStart', minTickGap: 8 })}
      />
      <YAxis width="auto" {...(isLying ? { ...names, interval: 0 } : amounts)} />
      <Tooltip
        {...noMotion}
        cursor={{ className: classNames(classes.cursor) }}
        contentStyle={pointed}
        formatter={(value, label) => textOf.get(String(label))?.(Number(value)) ?? String(value)}
      />
      {series.length > 1 ? <Legend itemSorter={null} formatter={inInk} /> : null}
    </>
  );
}

/** Longer names are left of lying bars: below upright ones they would not fit. */
const mostUpright = 14;
const mostLetters = 28;
const pointed = {
  background: 'var(--surface-raised)',
  borderColor: 'var(--line)',
  borderRadius: 'var(--mantine-radius-md)',
  color: 'var(--ink)',
  fontSize: 'var(--text-sm)',
};
const dot = { fill: 'var(--surface)' };
const tick = { fill: 'var(--ink-soft)' };

const inInk = (label: unknown) => <span className={classes.label}>{String(label)}</span>;

function short(name: string): string {
  return name.length > mostLetters ? shortened(name, mostLetters - 1) : name;
}
