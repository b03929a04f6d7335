import { allowed, refused, type Verdict } from '~/kit/shared/verdict';
import type { ReportEntry } from './reports.fields';

export const mostSaved = 6;

/** Whether a person with so many saved reports may save another (docs/product/reports.md#saved-reports). */
export function canSaveAnother(count: number): Verdict {
  if (count < mostSaved) return allowed;
  const sentence = 'A dashboard can have at most six reports. Please remove one first.';
  return refused('report.too_many_saved', sentence);
}

/** The suggested name of a saved report. */
export function savedName(
  { title, groups }: Pick<ReportEntry, 'title' | 'groups'>,
  group?: string,
) {
  const chosen = groups.find(({ value }) => value === group) ?? groups[0];
  return chosen ? `${title} by ${chosen.label}` : title;
}
