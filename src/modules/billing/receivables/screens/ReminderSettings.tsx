import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import * as field from '~/kit/shared/fields/fields';
import { reportFailure } from '~/kit/ui/data/reportFailure';
import { Panel } from '~/kit/ui/elements/Panel';
import { SoftText } from '~/kit/ui/elements/SoftText';
import { toast } from '~/kit/ui/elements/toasts';
import { FormErrors } from '~/kit/ui/form/FormErrors';
import { FormFields } from '~/kit/ui/form/FormFields';
import { useRecordForm } from '~/kit/ui/form/useRecordForm';
import { createHolder, type Holder } from '~/kit/ui/hooks/holder';
import {
  changeSettings,
  useSettings,
} from '~/modules/organization/company/screens/settings.client';
import { daysText, reminderDays } from '../reminder-days.rules';
import classes from './ReminderSettings.module.css';

const fields = {
  enabled: field.flag({ label: 'Send payment reminders' }),
  days: field.text({
    label: 'Days after the due date',
    max: 200,
    format: (text) => reminderDays(text) !== null,
    messages: {
      format: 'Enter up to 20 whole numbers from -90 to 365, separated by commas, such as -3, 1, 7',
    },
  }),
  late_interest_rate: field.percent({ label: 'Interest on late payment, % a year' }),
};
const names = ['enabled', 'days', 'late_interest_rate'] as const;
const sections = [{ title: '', names, wide: ['enabled', 'days'] as const }];
const failed = 'Failed to save reminder settings';

interface Values {
  enabled: boolean;
  days: string;
  late_interest_rate: number | null;
}

/** "Reminders", for administrators (docs/product/receivables.md#reminders). */
export function ReminderSettings() {
  const { reminders, late_interest_rate } = useSettings();
  const { enabled, days } = reminders;
  const now: Values = { enabled, days: days.join(', '), late_interest_rate };
  const [isUnsaved] = useState(() => createHolder<() => boolean>(() => false));
  const [shown, setShown] = useState(now);
  const isOther = JSON.stringify(now) !== JSON.stringify(shown);
  // Someone else's change shows at once, unless unsaved input would be lost.
  if (isOther && !isUnsaved.get()()) setShown(now);
  return <ReminderForm key={JSON.stringify(shown)} initial={shown} isUnsaved={isUnsaved} />;
}

function ReminderForm({
  initial,
  isUnsaved,
}: {
  initial: Values;
  isUnsaved: Holder<() => boolean>;
}) {
  const { element, ...form } = useRecordForm({
    fields,
    names,
    initial: { ...initial },
    creating: false,
    required: [],
    failedText: failed,
    onSubmit: async ({ enabled, days, late_interest_rate }) => {
      await reportFailure({ refused: failed }, async () => {
        const reminders = {
          enabled: enabled === true,
          days: reminderDays(typeof days === 'string' ? days : '') ?? [],
        };
        const rate = typeof late_interest_rate === 'number' ? late_interest_rate : null;
        await changeSettings({ reminders, late_interest_rate: rate });
        toast('success', 'Reminder settings saved successfully');
      });
    },
  });
  useEffect(() => {
    isUnsaved.set(() => form.saving || form.isUnsaved());
  });
  const typed = reminderDays(form.typed['days'] ?? '');
  return (
    <form ref={element} className={classes.form} noValidate onSubmit={form.submit}>
      {form.problems ? (
        <FormErrors problems={form.problems} errors={form.errors} inputId={form.inputId} />
      ) : null}
      <Panel title="Reminders">
        <div className={classes.fields}>
          <FormFields
            form={form}
            fields={fields}
            sections={sections}
            notes={typed ? { days: { text: daysText(typed), isDoubt: false } } : {}}
          />
          <SoftText small>
            After 9 in the morning, each customer with an unpaid invoice on one of these days gets
            one email with all that is due, and the statement of account as PDF. Disputed invoices,
            invoices promised for a later day, and customers with &quot;No payment reminders&quot;
            are left out. Interest is a proposal on the statement, never part of a balance.
          </SoftText>
        </div>
      </Panel>
      <Button type="submit" disabled={form.saving}>
        {form.saving ? 'Saving…' : 'Save Reminder Settings'}
      </Button>
    </form>
  );
}
