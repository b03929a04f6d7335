import type { Choice } from '~/kit/shared/fields/fields';
import {
  bandFilter,
  choiceFilter,
  dateRangeFilter,
  type Filter,
  searchFilter,
  textFilter,
  within,
} from '~/kit/shared/filters/filters';
import { type Day, dayOf } from '~/kit/shared/time/days';
import { type Lead, leadFields } from './leads.fields';

export interface LeadDetails {
  today: Day;
  timeZone: string;
}

/** Of a lost lead without a reason, here and in the report. */
export const noReason = 'No reason given';

const scoreOf = (lead: Lead) => lead.lead_score;

/** The filters of the leads list (docs/product/leads.md#filters). */
export function leadFilters(lists: {
  stages: readonly Choice[];
  assignees: readonly Choice[];
}): readonly Filter<Lead, LeadDetails>[] {
  return [
    searchFilter(['company_name', 'contact_person', 'email', 'phone', 'industry', 'city']),
    choiceFilter('status', leadFields.status),
    choiceFilter('current_stage_id', leadFields.current_stage_id, {
      choices: lists.stages,
      none: 'No stage',
    }),
    choiceFilter('assigned_to', leadFields.assigned_to, {
      choices: lists.assignees,
      none: 'Unassigned',
    }),
    choiceFilter('lead_source', leadFields.lead_source),
    choiceFilter('company_size', leadFields.company_size),
    textFilter('industry', leadFields.industry),
    choiceFilter('lost_reason', leadFields.lost_reason, { none: noReason }),
    bandFilter({
      key: 'score',
      label: leadFields.lead_score.label,
      bands: [
        { value: 'high', label: 'High (80-100)', test: within(scoreOf, { from: 80 }) },
        {
          value: 'medium',
          label: 'Medium (50-79)',
          test: within(scoreOf, { from: 50, below: 80 }),
        },
        { value: 'low', label: 'Low (0-49)', test: within(scoreOf, { below: 50 }) },
      ],
    }),
    dateRangeFilter({
      key: 'date_range',
      label: 'Date Range',
      day: ({ created_at }, { timeZone }) => dayOf(created_at, timeZone),
    }),
  ];
}
