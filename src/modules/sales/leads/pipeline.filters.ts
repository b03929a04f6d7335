import type { Filter, FilterValues } from '~/kit/shared/filters/filters';
import {
  bands,
  choice,
  filtersOf,
  link,
  type Moment,
  search,
  textIn,
} from '~/kit/shared/filters/kind-filters';
import type { Lead } from './leads.fields';
import { leadFilters } from './leads.filters';
import { pipelineFields } from './pipeline.fields';

/** The filters of the pipeline (docs/product/pipeline.md#filters). */
export const pipelineFilters = filtersOf<Lead, unknown>(pipelineFields, {
  search: search(['company_name', 'contact_person', 'email', 'industry']),
  current_stage_id: link({ none: 'No stage' }),
  score: bands(pipelineFields.lead_score.label, {
    high: ['High (80 and above)', { lead_score: { from: 80 } }],
    medium: ['Medium (60-79)', { lead_score: { from: 60, below: 80 } }],
    low: ['Low (below 60)', { lead_score: { below: 60 } }],
  }),
  industry: textIn(),
  company_size: choice(),
  lead_source: choice(),
  revenue: bands(pipelineFields.annual_revenue.label, {
    high: ['High (₹10,00,000 and above)', { annual_revenue: { from: 1_000_000 } }],
    medium: [
      'Medium (₹5,00,000 to below ₹10,00,000)',
      { annual_revenue: { from: 500_000, below: 1_000_000 } },
    ],
    low: ['Low (above ₹0, below ₹5,00,000)', { annual_revenue: { above: 0, below: 500_000 } }],
    none: ['None (0 or empty)', { annual_revenue: [null, 0] }],
  }),
  status: choice(),
});

/** The filters of `GET /leads`: those of the leads screen and, where they mean something else there, of the pipeline. */
export const longLeadFilters: readonly Filter<Lead, Moment>[] = [
  ...leadFilters,
  ...pipelineFilters
    .map((filter) => ({ ...filter, key: longKey(filter.key) }))
    .filter(({ key }) => leadFilters.every((each) => each.key !== key)),
  ...filtersOf<Lead>(pipelineFields, {
    has_stage: bands('Has a stage', { yes: ['Yes', { current_stage_id: { not: null } }] }),
  }),
];

function longKey(key: string): string {
  return key === 'search' || key === 'score' ? `pipeline_${key}` : key;
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
