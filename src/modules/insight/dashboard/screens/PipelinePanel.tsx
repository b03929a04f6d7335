import { useElementSize } from '@mantine/hooks';
import { type CSSProperties, type KeyboardEvent, useId, useState } from 'react';
import { counted, formatNumber } from '~/kit/shared/money/numbers';
import { TableHead } from '~/kit/ui/elements/TableHead';
import { type Period, periods, type StageCount } from '../dashboard.fields';
import { percentOf } from '../dashboard.rules';
import { BarChart } from './BarChart';
import { usePipelineCounts } from './dashboard.client';
import { DashboardPanel } from './DashboardPanel';
import { FigureLink } from './FigureLink';
import { PanelLink } from './PanelLink';
import classes from './PipelinePanel.module.css';

/**
 * The pipeline by stage: a bar chart, and a legend with the same figures as a table
 * (docs/product/dashboard.md#pipeline).
 */
export function PipelinePanel({ period }: { period: Period }) {
  const { data, state, isEarlier, retry } = usePipelineCounts(period);
  const stages = data ?? [];
  const total = stages.reduce((sum, stage) => sum + stage.lead_count, 0);
  return (
    <DashboardPanel
      title="Pipeline by Stage"
      state={state}
      isEarlier={isEarlier}
      isEmpty={total === 0}
      emptyText="No pipeline data available"
      emptyHint="Leads created in this period appear here by their current stage."
      emptyAction={<PanelLink to="/leads">Go to Leads</PanelLink>}
      failedText="The pipeline could not be loaded"
      onRetry={retry}
    >
      <div className={classes.panel}>
        <Chart stages={stages} total={total} />
        <Legend stages={stages} total={total} period={period} />
      </div>
    </DashboardPanel>
  );
}

interface Counts {
  stages: readonly StageCount[];
  total: number;
}

/** A single tab stop; arrow keys move between bars, and the selected bar is announced. */
function Chart({ stages, total }: Counts) {
  const { ref, width, height } = useElementSize<HTMLDivElement>();
  const hintId = useId();
  const [at, setAt] = useState<number | null>(null);
  const stage = at === null ? undefined : stages[at];
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') return setAt(null);
    const next = nextBar(event.key, at ?? -1, stages.length);
    if (next === null) return;
    event.preventDefault();
    setAt(next);
  };
  return (
    <div
      className={classes.chart}
      role="group"
      aria-label="Bar chart of leads by stage"
      aria-describedby={hintId}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onFocus={() => setAt((before) => before ?? 0)}
      onBlur={() => setAt(null)}
      onPointerLeave={() => setAt(null)}
    >
      <span id={hintId} className="visually-hidden">
        Use the arrow keys to go from stage to stage. The table below has the same figures.
      </span>
      <div ref={ref} className={classes.drawing}>
        {width > 0 ? (
          <BarChart
            bars={stages.map(({ id, stage_name, lead_count }, index) => ({
              key: id,
              label: stage_name,
              value: lead_count,
              depth: depthOf(index, stages.length),
            }))}
            width={width}
            height={height}
            at={at}
            onPoint={setAt}
          />
        ) : null}
      </div>
      <div className={classes.reported} role="status" data-shown={stage !== undefined || undefined}>
        {stage ? messageOf(stage, total) : null}
      </div>
    </div>
  );
}

function nextBar(key: string, at: number, count: number): number | null {
  switch (key) {
    case 'ArrowRight':
      return Math.min(count - 1, at + 1);
    case 'ArrowLeft':
      return Math.max(0, at - 1);
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}

function messageOf({ stage_name, lead_count }: StageCount, total: number): string {
  const leads = counted(lead_count, 'lead');
  return `${stage_name}: ${leads} (${percentOf(lead_count, total)}%)`;
}

function Legend({ stages, total, period }: Counts & { period: Period }) {
  const name = periods.find((each) => each.value === period)?.label ?? '';
  return (
    <table className={classes.legend} aria-label={`Leads by stage, ${name}`}>
      <TableHead titles={['Stage', 'Leads', 'Share']} />
      <tbody>
        {stages.map((stage, index) => (
          <tr key={stage.id}>
            <th scope="row">
              <span
                className={classes.swatch}
                style={{ '--depth': depthOf(index, stages.length) } as CSSProperties}
                aria-hidden
              />
              {stage.stage_name}
            </th>
            <td>
              <FigureLink
                to="/leads"
                search={{ current_stage_id: String(stage.id), date_range: period }}
              >
                {formatNumber(stage.lead_count)}
              </FigureLink>
            </td>
            <td>{percentOf(stage.lead_count, total)}%</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The strength of a stage's colour: its position in the pipeline as a share of the full colour. */
function depthOf(index: number, count: number): string {
  return `${count < 2 ? 100 : Math.round((index * 100) / (count - 1))}%`;
}
