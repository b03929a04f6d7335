import { fromPaise, toPaise } from '~/kit/shared/money/money';
import type { Lead } from './leads.fields';

/** Leads in the last stage as a rounded percentage of all leads; 0 of 0 is 0 (docs/product/pipeline.md#figures). */
export function conversionRate(
  leads: readonly Pick<Lead, 'current_stage_id'>[],
  lastStageId: number | undefined,
): number {
  if (leads.length === 0 || lastStageId === undefined) return 0;
  const there = leads.filter((lead) => lead.current_stage_id === lastStageId).length;
  return Math.round((there / leads.length) * 100);
}

export function totalValue(leads: readonly Pick<Lead, 'annual_revenue'>[]): number {
  return fromPaise(leads.reduce((sum, lead) => sum + toPaise(lead.annual_revenue ?? 0), 0));
}

/** The leads with a stage; the pipeline omits the others (docs/product/pipeline.md#leads-without-a-stage). */
export function stagedLeads<L extends Pick<Lead, 'current_stage_id'>>(
  leads: readonly L[],
): readonly L[] {
  const staged = leads.filter((lead) => lead.current_stage_id !== null);
  return staged.length === leads.length ? leads : staged;
}
