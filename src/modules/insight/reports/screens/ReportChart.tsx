import { useElementSize } from '@mantine/hooks';
import { useState } from 'react';
import { BarChart } from '~/modules/insight/dashboard/screens/BarChart';
import { Panel } from '~/kit/ui/elements/Panel';
import type { ShownReport } from '../reports.fields';
import { reportText } from '../reports.print';
import classes from './ReportPage.module.css';

const mostBars = 12;

/** A picture of the first rows; the table below has the same figures for everybody who does not see it. */
export function ReportChart({ data, title }: { data: ShownReport; title: string }) {
  const { ref, width, height } = useElementSize<HTMLDivElement>();
  const [at, setAt] = useState<number | null>(null);
  const { chart, columns, rows } = data;
  const [y] = chart?.y ?? [];
  if (!chart || y === undefined) return null;
  const column = columns.find(({ key }) => key === y);
  const bars = rows.slice(0, mostBars).map((row, index, all) => ({
    key: index,
    label: String(row[chart.x] ?? ''),
    value: Math.max(0, Number(row[y] ?? 0)),
    depth: `${Math.round(100 - (index * 70) / all.length)}%`,
  }));
  const pointed = at === null ? undefined : rows[at];
  return (
    <Panel className={classes.chart} title={`${column?.label ?? title}: first ${bars.length} rows`}>
      <div ref={ref} className={classes.drawing} onPointerLeave={() => setAt(null)}>
        {width > 0 ? (
          <BarChart bars={bars} width={width} height={height} at={at} onPoint={setAt} />
        ) : null}
      </div>
      <p className={classes.pointed} aria-hidden="true">
        {pointed && column
          ? `${String(pointed[chart.x])}: ${reportText(pointed[y], column)}`
          : '\u00a0'}
      </p>
    </Panel>
  );
}
