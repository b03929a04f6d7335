import { SoftText } from '~/kit/ui/theme/SoftText';
import { toast } from '~/kit/ui/messages/toasts';
import { FormDialog } from '~/kit/ui/form/FormDialog';
import type { ReportChoices, ReportEntry } from '../reports.fields';
import { chosenPeriodText } from '../reports.rules';
import { savedReportFields } from '../saved-reports.fields';
import { savedName } from '../saved-reports.rules';
import { choicesIn } from './reports.client';
import { saveToDashboard } from './saved-reports.client';

interface Props {
  opened: boolean;
  report: ReportEntry;
  search: ReportChoices;
  onClose: () => void;
}

/** "Save to Dashboard": the report with its choices, under a name. */
export function SaveReport({ opened, report, search, onClose }: Props) {
  const choices = choicesIn(search);
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title="Save to Dashboard"
      size="sm"
      fields={savedReportFields}
      sections={[{ title: '', names: ['name'], wide: ['name'] }]}
      initial={{ name: savedName(report, choices.group) }}
      subject={report.name}
      submitLabel="Save Report"
      failedText="Failed to save report"
      onSubmit={async ({ name = '' }, sendKey) => {
        await saveToDashboard({ report: report.name, name, choices }, sendKey);
        toast('success', `"${name}" has been added to your dashboard`);
      }}
    >
      <SoftText small>Period: {chosenPeriodText(report.period, choices)}</SoftText>
    </FormDialog>
  );
}
