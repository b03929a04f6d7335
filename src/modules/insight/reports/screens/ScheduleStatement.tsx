import { SoftText } from '~/kit/ui/theme/SoftText';
import { useLast } from '~/kit/ui/hooks/useLast';
import type { Schedule } from '../saved-reports.fields';
import { scheduleStatement, type StatementParty } from './saved-reports.client';
import { ScheduleDialog } from './ScheduleDialog';

interface Props {
  /** Whose statement is mailed, and the schedule so far; closed while null. */
  scheduled: { party: StatementParty; schedule: Schedule | null } | null;
  onClose: () => void;
}

/** "Schedule Statement": mails a statement each week or month (docs/product/reports.md#schedules). */
export default function ScheduleStatement({ scheduled, onClose }: Props) {
  const last = useLast(scheduled);
  if (!last) return null;
  return (
    <ScheduleDialog
      opened={scheduled !== null}
      onClose={onClose}
      title="Schedule Statement"
      subject={last.party.id}
      schedule={last.schedule}
      savedLabel="Financial year to date"
      onSave={(values) => scheduleStatement(last.party, values)}
    >
      <SoftText small>
        Sent by email after 9 in the morning to users who may read the statement. The{' '}
        {last.party.kind === 'customers' ? 'customer' : 'vendor'} gets no email.
      </SoftText>
    </ScheduleDialog>
  );
}
