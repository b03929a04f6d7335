import { SoftText } from '~/kit/ui/theme/SoftText';
import { useLast } from '~/kit/ui/hooks/useLast';
import { chosenPeriodText } from '../reports.rules';
import type { SavedReport } from '../saved-reports.fields';
import { setSchedule } from './saved-reports.client';
import { ScheduleDialog } from './ScheduleDialog';

interface Props {
  /** The saved report to mail; closed while null. */
  saved: SavedReport | null;
  onClose: () => void;
}

/** "Schedule Report": mails a saved report each week or month (docs/product/reports.md#schedules). */
export function ScheduleReport({ saved, onClose }: Props) {
  const last = useLast(saved);
  if (!last?.entry) return null;
  const { id, schedule, entry, choices } = last;
  return (
    <ScheduleDialog
      opened={saved !== null}
      onClose={onClose}
      title="Schedule Report"
      subject={id}
      schedule={schedule}
      savedLabel="As on the dashboard"
      onSave={(values) => setSchedule(id, values)}
    >
      <SoftText small>
        Sent by email after 9 in the morning. Each recipient gets the figures that they may read.
        Period on the dashboard: {chosenPeriodText(entry.period, choices)}.
      </SoftText>
    </ScheduleDialog>
  );
}
