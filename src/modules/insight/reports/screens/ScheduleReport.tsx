import { MultiSelect } from '@mantine/core';
import { SoftText } from '~/kit/ui/elements/SoftText';
import { toast } from '~/kit/ui/elements/toasts';
import type { FieldInputProps } from '~/kit/ui/form/FieldInput';
import { FormDialog } from '~/kit/ui/form/FormDialog';
import { useLast } from '~/kit/ui/hooks/useLast';
import { useAssignees } from '~/modules/organization/users/administration/screens/users.client';
import { useSession } from '~/modules/organization/users/sessions/screens/session.client';
import { chosenPeriodText } from '../reports.rules';
import { type SavedReport, scheduleFields, weekdays } from '../saved-reports.fields';
import { setSchedule } from './saved-reports.client';

interface Props {
  /** The saved report to mail; closed while null. */
  saved: SavedReport | null;
  onClose: () => void;
}

const { frequency, day, covers, format, recipients } = scheduleFields;
const days = {
  weekly: weekdays.map((label, at) => ({ value: String(at + 1), label })),
  monthly: day.choices ?? [],
};
const sections = [
  {
    title: '',
    names: ['frequency', 'day', 'covers', 'format', 'recipients'],
    wide: ['recipients'],
  },
] as const;

/** "Schedule Report": mails a saved report each week or month (docs/product/reports.md#schedules). */
export function ScheduleReport({ saved, onClose }: Props) {
  const last = useLast(saved);
  const me = useSession();
  if (!last?.entry) return null;
  const { schedule, entry, choices } = last;
  const whom = schedule?.recipients.map(({ user_id }) => user_id) ?? [me.id];
  return (
    <FormDialog
      opened={saved !== null}
      onClose={onClose}
      title="Schedule Report"
      size="md"
      fields={{ frequency, day, covers, format, recipients }}
      sections={sections}
      initial={{
        frequency: schedule?.frequency ?? 'weekly',
        day: String(schedule?.day ?? 1),
        covers: schedule?.covers ?? 'before',
        format: schedule?.format ?? 'pdf',
        recipients: whom.join(),
      }}
      subject={last.id}
      choices={(typed) => ({ day: typed['frequency'] === 'monthly' ? days.monthly : days.weekly })}
      follow={(name) => (name === 'frequency' ? { day: '1' } : {})}
      inputs={inputs}
      submitLabel="Save Schedule"
      failedText="Failed to save schedule"
      onSubmit={async (values) => {
        await setSchedule(last.id, {
          frequency: values.frequency ?? 'weekly',
          day: Number(values.day),
          covers: values.covers ?? 'before',
          format: values.format ?? 'pdf',
          recipients: idsIn(values.recipients ?? ''),
        });
        toast('success', 'Schedule saved successfully');
      }}
    >
      <SoftText small>
        Sent by email after 9 in the morning. Each recipient gets the figures that they may read.
        Period on the dashboard: {chosenPeriodText(entry.period, choices)}.
      </SoftText>
    </FormDialog>
  );
}

const inputs = { recipients: (props: FieldInputProps) => <Recipients {...props} /> };

function Recipients({ value, onChange, required, ...props }: FieldInputProps) {
  const people = useAssignees();
  const chosen = idsIn(value).map(String);
  const known = new Set(people.map((each) => each.value));
  return (
    <MultiSelect
      {...props}
      aria-required={required || undefined}
      data={[...people]}
      // Those who are no longer active are left out, and leave the schedule when it is saved.
      value={chosen.filter((id) => known.has(id))}
      onChange={(ids) => onChange(ids.join())}
      searchable
      hidePickedOptions
      placeholder="Select users…"
      nothingFoundMessage="No users match your search."
      comboboxProps={{ withinPortal: true }}
    />
  );
}

function idsIn(text: string): number[] {
  return text.split(',').filter(Boolean).map(Number);
}
