import { SoftText } from '~/kit/ui/elements/SoftText';
import { useLast } from '~/kit/ui/hooks/useLast';
import type { Schedule } from '../saved-reports.fields';
import { scheduleStatement } from './saved-reports.client';
import { ScheduleDialog } from './ScheduleDialog';

interface Props {
  /** The customer whose statement is mailed, and the schedule so far; closed while null. */
  scheduled: { customer: number; schedule: Schedule | null } | null;
  onClose: () => void;
}

/** "Schedule Statement": mails the statement of a customer each week or month (docs/product/reports.md#schedules). */
export default function ScheduleStatement({ scheduled, onClose }: Props) {
  const last = useLast(scheduled);
  if (!last) return null;
  return (
    <ScheduleDialog
      opened={scheduled !== null}
      onClose={onClose}
      title="Schedule Statement"
      subject={last.customer}
      schedule={last.schedule}
      savedLabel="Financial year to date"
      onSave={(values) => scheduleStatement(last.customer, values)}
    >
      <SoftText small>
        Sent by email after 9 in the morning to users who may read the statement. The customer gets
        no email.
      </SoftText>
    </ScheduleDialog>
  );
}
