import { MultiSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import type { FieldInputProps } from '~/kit/ui/form/FieldInput';
import { FormDialog } from '~/kit/ui/form/FormDialog';
import { useAssignees } from '~/modules/organization/users/administration/screens/users.client';
import { useSession } from '~/modules/organization/users/sessions/screens/session.client';
import { type NewSchedule, type Schedule, scheduleFields, weekdays } from '../saved-reports.fields';

interface Props {
  opened: boolean;
  title: string;
  /** The id of the report or customer. */
  subject: number;
  schedule: Schedule | null;
  /** What is mailed if that is not of the week or month before. */
  savedLabel: string;
  children: ReactNode;
  onSave: (schedule: NewSchedule) => Promise<void>;
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

/** When and to whom something is mailed (docs/product/reports.md#schedules). */
export function ScheduleDialog({ schedule, savedLabel, children, onSave, ...dialog }: Props) {
  const me = useSession();
  const whom = schedule?.recipients.map(({ user_id }) => user_id) ?? [me.id];
  const periods = (covers.choices ?? []).map((choice) =>
    choice.value === 'saved' ? { ...choice, label: savedLabel } : choice,
  );
  return (
    <FormDialog
      {...dialog}
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
      choices={(typed) => ({
        day: typed['frequency'] === 'monthly' ? days.monthly : days.weekly,
        covers: periods,
      })}
      follow={(name) => (name === 'frequency' ? { day: '1' } : {})}
      inputs={inputs}
      submitLabel="Save Schedule"
      failedText="Failed to save schedule"
      onSubmit={async (values) => {
        await onSave({
          frequency: values.frequency ?? 'weekly',
          day: Number(values.day),
          covers: values.covers ?? 'before',
          format: values.format ?? 'pdf',
          recipients: idsIn(values.recipients ?? ''),
        });
        return 'Schedule saved successfully';
      }}
    >
      {children}
    </FormDialog>
  );
}

const inputs = { recipients: (props: FieldInputProps) => <Recipients {...props} /> };

function Recipients({ value, onChange, required, ...props }: FieldInputProps) {
  const people = useAssignees();
  const chosen = idsIn(value).map(String);
  const existing = new Set(people.map((each) => each.value));
  return (
    <MultiSelect
      {...props}
      aria-required={required || undefined}
      data={[...people]}
      // Those who are no longer active are left out, and leave the schedule when it is saved.
      value={chosen.filter((id) => existing.has(id))}
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
