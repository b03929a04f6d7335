import type { Choice } from '~/kit/shared/fields/fields';
import {
  bandFilter,
  choiceFilter,
  type Filter,
  type FilterValues,
  searchFilter,
  textFilter,
  within,
} from '~/kit/shared/filters/filters';
import type { Lead } from './leads.fields';
import { pipelineFields } from './pipeline.fields';

const scoreOf = (lead: Lead) => lead.lead_score;
const revenueOf = (lead: Lead) => lead.annual_revenue;

const scoreBands = bandFilter({
  key: 'score',
  label: pipelineFields.lead_score.label,
  bands: [
    { value: 'high', label: 'High (80 and above)', test: within(scoreOf, { from: 80 }) },
    { value: 'medium', label: 'Medium (60-79)', test: within(scoreOf, { from: 60, below: 80 }) },
    { value: 'low', label: 'Low (below 60)', test: within(scoreOf, { below: 60 }) },
  ],
});

const isNone = (lead: Lead) => (revenueOf(lead) ?? 0) === 0;
const isLow = within(revenueOf, { below: 500_000 });

const revenueBands = bandFilter({
  key: 'revenue',
  label: pipelineFields.annual_revenue.label,
  bands: [
    {
      value: 'high',
      label: 'High (₹10,00,000 and above)',
      test: within(revenueOf, { from: 1_000_000 }),
    },
    {
      value: 'medium',
      label: 'Medium (₹5,00,000 to below ₹10,00,000)',
      test: within(revenueOf, { from: 500_000, below: 1_000_000 }),
    },
    {
      value: 'low',
      label: 'Low (above ₹0, below ₹5,00,000)',
      test: (lead) => isLow(lead) && !isNone(lead),
    },
    { value: 'none', label: 'None (0 or empty)', test: isNone },
  ],
});

/** The filters of the pipeline (docs/product/pipeline.md#filters). */
export function pipelineFilters(stages: readonly Choice[]): readonly Filter<Lead, unknown>[] {
  return [
    searchFilter(['company_name', 'contact_person', 'email', 'industry']),
    choiceFilter('current_stage_id', pipelineFields.current_stage_id, {
      choices: stages,
      none: 'No stage',
    }),
    scoreBands,
    textFilter('industry', pipelineFields.industry),
    choiceFilter('company_size', pipelineFields.company_size),
    choiceFilter('lead_source', pipelineFields.lead_source),
    revenueBands,
    choiceFilter('status', pipelineFields.status),
  ];
}

/** The same as the server knows them, of a list too long to be here whole. */
export function longPipelineFilters({
  search = '',
  score = '',
  ...others
}: FilterValues): FilterValues {
  const staged = asksForStageless(others) ? {} : { has_stage: 'yes' };
  return { ...others, ...staged, pipeline_search: search, pipeline_score: score };
}

export const withoutStage: FilterValues = { current_stage_id: 'none' };

/**
 * True when the filters ask for leads without a stage, which the pipeline otherwise omits
 * (docs/product/pipeline.md#leads-without-a-stage).
 */
export function asksForStageless(values: FilterValues): boolean {
  return values['current_stage_id'] === 'none';
}
