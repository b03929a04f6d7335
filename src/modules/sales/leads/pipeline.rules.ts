import { fromPaise, toPaise } from '~/kit/shared/money/money';
import type { Lead } from './leads.fields';
import type { StageSum } from './stage-sums.fields';

type Summed = Pick<Lead, 'current_stage_id' | 'status' | 'annual_revenue'>;

/** The leads taken together, stage by stage. */
export function stageSums(leads: readonly Summed[]): StageSum[] {
  const sums = new Map<number | null, StageSum>();
  for (const { current_stage_id: id, status, annual_revenue } of leads) {
    const sum = sums.get(id) ?? { id, leads: 0, converted: 0, value: 0 };
    sum.leads += 1;
    if (status === 'converted') sum.converted += 1;
    sum.value += toPaise(annual_revenue ?? 0);
    sums.set(id, sum);
  }
  return [...sums.values()].map((sum) => ({ ...sum, value: fromPaise(sum.value) }));
}

export interface PipelineFigures {
  total: number;
  /** Leads in the last stage as a rounded percentage of all; 0 of 0 is 0 (docs/product/pipeline.md#figures). */
  rate: number;
  value: number;
  stageless: number;
}

export function figuresOf(
  sums: readonly StageSum[],
  lastStageId: number | undefined,
): PipelineFigures {
  const leadsIn = (id: number | null | undefined) =>
    sums.find((each) => each.id === id)?.leads ?? 0;
  const total = sums.reduce((sum, { leads }) => sum + leads, 0);
  return {
    total,
    rate: total === 0 ? 0 : Math.round((leadsIn(lastStageId) / total) * 100),
    value: fromPaise(sums.reduce((sum, { value }) => sum + toPaise(value), 0)),
    stageless: leadsIn(null),
  };
}

/** The leads with a stage; the pipeline omits the others (docs/product/pipeline.md#leads-without-a-stage). */
export function stagedLeads<L extends Pick<Lead, 'current_stage_id'>>(
  leads: readonly L[],
): readonly L[] {
  const staged = leads.filter((lead) => lead.current_stage_id !== null);
  return staged.length === leads.length ? leads : staged;
}
