import { formatMoney } from '~/kit/shared/money/money';
import { formatNumber } from '~/kit/shared/money/numbers';
import { StatCards } from '~/kit/ui/elements/StatCards';
import type { PipelineFigures as Figures } from '../pipeline.rules';
import type { Stages } from './stages.client';

interface Props {
  figures: Figures;
  stages: Stages;
  shown: number | null;
  /** Of the leads. */
  state: Stages['state'];
}

/** The four figures above the pipeline, over all leads regardless of filters (docs/product/pipeline.md#figures). */
export function PipelineFigures({ figures, stages, shown, state }: Props) {
  const last = stages.active.at(-1);
  const { total, rate, value } = figures;
  return (
    <StatCards
      state={state === 'ready' ? stages.state : state}
      cards={[
        {
          label: 'Total Leads',
          value: formatNumber(total),
          ...(shown === null ? {} : { hint: `(${formatNumber(shown)} shown)` }),
        },
        { label: 'Active Stages', value: formatNumber(stages.active.length) },
        {
          label: 'Conversion Rate',
          value: `${rate}%`,
          tooltip: `Leads in the last stage${last ? ` (${last.stage_name})` : ''}, of all leads`,
        },
        {
          label: 'Total Value',
          value: formatMoney(value, 'INR', 0),
          tooltip: 'Total annual revenue of all leads',
        },
      ]}
    />
  );
}
