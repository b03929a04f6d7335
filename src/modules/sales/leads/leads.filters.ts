import {
  bands,
  choice,
  days,
  filtersOf,
  link,
  search,
  textIn,
} from '~/kit/shared/filters/kind-filters';
import { type Lead, leadFields } from './leads.fields';

/** Of a lost lead without a reason, here and in the report. */
export const noReason = 'No reason given';

/** The filters of the leads list (docs/product/leads.md#filters). */
export const leadFilters = filtersOf<Lead>(leadFields, {
  search: search(['company_name', 'contact_person', 'email', 'phone', 'industry', 'city']),
  status: choice(),
  current_stage_id: link({ none: 'No stage' }),
  assigned_to: link({ none: 'Unassigned' }),
  lead_source: choice(),
  company_size: choice(),
  industry: textIn(),
  lost_reason: choice({ none: noReason }),
  score: bands(leadFields.lead_score.label, {
    high: ['High (80-100)', { lead_score: { from: 80 } }],
    medium: ['Medium (50-79)', { lead_score: { from: 50, below: 80 } }],
    low: ['Low (0-49)', { lead_score: { below: 50 } }],
  }),
  date_range: days('created_at'),
});
