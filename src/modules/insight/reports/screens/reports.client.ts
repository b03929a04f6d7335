import { api, failureText } from '~/kit/ui/data/api';
import { type Computed, useComputed } from '~/kit/ui/data/computed';
import { downloadFile } from '~/kit/ui/data/files';
import { toast } from '~/kit/ui/elements/toasts';
import { useQuery } from '@tanstack/react-query';
import { useCompany } from '~/modules/organization/company/screens/settings.client';
import type { ReportEntry, reportFormats, ShownReport } from '../reports.fields';

/** What the address of a report's page holds. */
export interface ReportSearch {
  from?: string;
  to?: string;
  as_of?: string;
  group?: string;
  /** `yes`: the period before is shown too. */
  compare?: string;
}

/** The reports that the signed-in person may read. */
export function useReports() {
  return useQuery({ queryKey: ['reports'], queryFn: () => api.get<ReportEntry[]>('/reports') });
}

/** The figures of a report, loaded again when what it is made of changes, and at midnight. */
export function useReport(
  report: ReportEntry,
  search: ReportSearch,
  isAsked = true,
): Computed<ShownReport> {
  const { today } = useCompany();
  return useComputed<ShownReport>(addressOf(report.name, search), {
    dependsOn: report.depends_on,
    day: today,
    isAsked,
  });
}

function addressOf(name: string, search: ReportSearch & { format?: string }): string {
  const chosen = Object.entries(search).filter(
    (each): each is [string, string] =>
      each[0] !== 'compare' && typeof each[1] === 'string' && each[1] !== '',
  );
  return `/reports/${name}?${new URLSearchParams(chosen).toString()}`;
}

export async function saveReport(
  { name, title }: ReportEntry,
  search: ReportSearch,
  format: (typeof reportFormats)[number],
): Promise<void> {
  const words = `Failed to download ${title}`;
  try {
    await downloadFile(addressOf(name, { ...search, format }), `${name}.${format}`);
  } catch (error) {
    toast('error', failureText(error, { refused: words, broken: words }));
  }
}
