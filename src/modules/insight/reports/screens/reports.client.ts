import { api } from '~/kit/ui/calls/api';
import { type Computed, useComputed } from '~/kit/ui/records/computed';
import { downloadFile } from '~/kit/ui/calls/files';
import { attempt } from '~/kit/ui/calls/reportFailure';
import { useQuery } from '@tanstack/react-query';
import { useCompany, useSettings } from '~/modules/organization/company/screens/settings.client';
import type { ReportChoices, ReportEntry, reportFormats, ShownReport } from '../reports.fields';
import { isPeriod, periodBefore, reportPeriod } from '../reports.rules';

/** What is chosen of what an address holds. */
export function choicesIn({ from, to, as_of, group, compare }: ReportChoices) {
  return {
    ...(from ? { from } : {}),
    ...(to ? { to } : {}),
    ...(as_of ? { as_of } : {}),
    ...(group ? { group } : {}),
    ...(compare === 'yes' ? { compare } : {}),
  };
}

/** The reports that the signed-in person may read. */
export function useReports() {
  return useQuery({ queryKey: ['reports'], queryFn: () => api.get<ReportEntry[]>('/reports') });
}

/** The figures of a report, loaded again when what it is made of changes, and at midnight. */
function useReport(
  report: ReportEntry,
  search: ReportChoices,
  isEnabled = true,
): Computed<ShownReport> {
  const { today } = useCompany();
  return useComputed<ShownReport>(addressOf(report.name, search), {
    dependsOn: report.depends_on,
    day: today,
    isEnabled,
  });
}

/** A report by its choices, with the period before where that is chosen. */
export function useComparedReport(report: ReportEntry, search: ReportChoices) {
  const { today } = useCompany();
  const settings = useSettings();
  const days = reportPeriod(report.period, search, { today, settings });
  const isCompared = report.period === 'between' && search.compare === 'yes' && isPeriod(days);
  const earlier = useReport(
    report,
    { ...search, ...(isCompared ? periodBefore(days) : days) },
    isCompared,
  );
  return { ...useReport(report, search), days, before: isCompared ? earlier.data : null };
}

function addressOf(name: string, search: ReportChoices, format?: string): string {
  const { compare: _, ...choices } = choicesIn(search);
  const parameters = { ...choices, ...(format === undefined ? {} : { format }) };
  return `/reports/${name}?${new URLSearchParams(parameters).toString()}`;
}

export async function downloadReport(
  { name, title }: ReportEntry,
  search: ReportChoices,
  format: (typeof reportFormats)[number],
): Promise<void> {
  await attempt({ refused: `Failed to download ${title}` }, () =>
    downloadFile(addressOf(name, search, format), `${name}.${format}`),
  );
}
