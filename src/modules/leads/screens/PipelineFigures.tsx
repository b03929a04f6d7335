import { useMemo } from 'react';
import { formatMoney } from '~/kit/shared/money/money';
import { formatNumber } from '~/kit/shared/money/numbers';
import { StatCards } from '~/kit/ui/elements/StatCards';
import { conversionRate, totalValue } from '../pipeline.rules';
import type { Leads } from './leads.client';
import type { Stages } from './stages.client';

interface Props {
  leads: Leads;
  stages: Stages;
  shown: number | null;
}

/** The four figures above the pipeline, over all leads regardless of filters (docs/product/pipeline.md#figures). */
export function PipelineFigures({ leads, stages, shown }: Props) {
  const last = stages.active.at(-1);
  const lastId = last?.id;
  const rate = useMemo(() => conversionRate(leads.rows, lastId), [leads.rows, lastId]);
  const value = useMemo(() => totalValue(leads.rows), [leads.rows]);
  return (
    <StatCards
      loading={leads.state === 'loading' || stages.state === 'loading'}
      cards={[
        {
          label: 'Total Leads',
          value: formatNumber(leads.rows.length),
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
          tooltip: 'Annual revenue of all leads together',
        },
      ]}
    />
  );
}
