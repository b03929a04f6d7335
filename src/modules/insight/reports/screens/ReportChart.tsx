import { useElementSize } from '@mantine/hooks';
import { useState } from 'react';
import { BarChart } from '~/modules/insight/dashboard/screens/BarChart';
import { Panel } from '~/kit/ui/elements/Panel';
import { formatNumber } from '~/kit/shared/money/numbers';
import type { ReportRow } from '~/kit/shared/reports/reports';
import type { ShownReport } from '../reports.fields';
import { reportText } from '../reports.rules';
import classes from './ReportPage.module.css';

const mostBars = 12;

/** Bars of the first rows. The table below them has the same figures as text. */
export function ReportChart({ data, title }: { data: ShownReport; title: string }) {
  const { ref, width, height } = useElementSize<HTMLDivElement>();
  const [at, setAt] = useState<number | null>(null);
  const { chart, columns, rows } = data;
  const columnOf = (key: string) => columns.find((column) => column.key === key);
  const textOf = (row: ReportRow | undefined, key: string) => {
    const column = columnOf(key);
    return column ? reportText(row?.[key], column) : '';
  };
  const bars = rows.slice(0, mostBars).map((row, index, all) => ({
    key: index,
    label: textOf(row, chart.x),
    value: Math.max(0, Number(row[chart.y] ?? 0)),
    depth: `${Math.round(100 - (index * 70) / all.length)}%`,
  }));
  const label = columnOf(chart.y)?.label ?? title;
  const pointed = at === null ? undefined : rows[at];
  return (
    <Panel
      className={classes.chart}
      title={
        rows.length > mostBars
          ? `${label}: first ${mostBars} of ${formatNumber(rows.length)}`
          : label
      }
    >
      <div ref={ref} className={classes.drawing} onPointerLeave={() => setAt(null)}>
        {width > 0 ? (
          <BarChart bars={bars} width={width} height={height} at={at} onPoint={setAt} />
        ) : null}
      </div>
      <p className={classes.pointed} aria-hidden="true">
        {pointed ? `${textOf(pointed, chart.x)}: ${textOf(pointed, chart.y)}` : '\u00a0'}
      </p>
    </Panel>
  );
}
