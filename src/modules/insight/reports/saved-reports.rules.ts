import { allowed, refused, type Verdict } from '~/kit/shared/verdict';
import type { ReportEntry } from './reports.fields';

export const mostSaved = 6;
const mostStatements = 50;

/** Whether a person with so many saved reports may save another (docs/product/reports.md#saved-reports). */
export function canSaveAnother(count: number): Verdict {
  if (count < mostSaved) return allowed;
  const message = 'A dashboard can have at most six reports. Please remove one first.';
  return refused('report.too_many_saved', message);
}

/** Whether a person who scheduled so many statements may schedule another (docs/product/reports.md#schedules). */
export function canScheduleAnother(count: number): Verdict {
  if (count < mostStatements) return allowed;
  const message = `You can schedule at most ${mostStatements} statements. Please stop one first.`;
  return refused('report.too_many_saved', message);
}

/** The suggested name of a saved report. */
export function savedName(
  { title, groups }: Pick<ReportEntry, 'title' | 'groups'>,
  group?: string,
) {
  const chosen = groups.find(({ value }) => value === group) ?? groups[0];
  return chosen ? `${title} by ${chosen.label}` : title;
}
