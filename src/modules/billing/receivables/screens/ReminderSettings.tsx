import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import * as field from '~/kit/shared/fields/fields';
import { mapNames, picked } from '~/kit/shared/fields/picked';
import { Panel } from '~/kit/ui/elements/Panel';
import { SoftText } from '~/kit/ui/theme/SoftText';
import { FormErrors } from '~/kit/ui/form/FormErrors';
import { FormFields } from '~/kit/ui/form/FormFields';
import { type RecordForm, useRecordForm } from '~/kit/ui/form/useRecordForm';
import { createHolder, type Holder } from '~/kit/ui/hooks/holder';
import {
  changeSettings,
  useSettings,
} from '~/modules/organization/company/screens/settings.client';
import {
  placeholderList,
  reminderTextFields,
} from '~/modules/organization/company/reminder-texts.rules';
import type { Settings } from '~/modules/organization/company/settings.fields';
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
  ...reminderTextFields,
};
const basics = ['enabled', 'days', 'late_interest_rate'] as const;
const texts = ['reminder_text_friendly', 'reminder_text_request', 'reminder_text_firm'] as const;
const names = [...basics, ...texts];
const sections = [{ title: '', names: basics, wide: ['enabled', 'days'] as const }];
const textSections = [{ title: 'Your own texts', names: texts }];
const failed = 'Failed to save reminder settings';

type Values = Pick<Settings, 'late_interest_rate' | (typeof texts)[number]> & {
  enabled: boolean;
  days: string;
};

/** "Reminders", for administrators (docs/product/receivables.md#reminders). */
export function ReminderSettings() {
  const settings = useSettings();
  const { enabled, days } = settings.reminders;
  const own = picked(settings, ['late_interest_rate', ...texts]);
  const now: Values = { enabled, days: days.join(', '), ...own };
  const [isUnsaved] = useState(() => createHolder<() => boolean>(() => false));
  const [shown, setShown] = useState(now);
  const isOther = JSON.stringify(now) !== JSON.stringify(shown);
  // Someone else's change shows at once, unless unsaved input would be lost.
  if (isOther && !isUnsaved.get()()) setShown(now);
  return <ReminderForm key={JSON.stringify(shown)} initial={shown} isUnsaved={isUnsaved} />;
}

function textsOf(typed: Record<string, unknown>) {
  return mapNames(texts, (name) => {
    const text = typed[name];
    return typeof text === 'string' ? text : null;
  });
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
    failed: { refused: failed },
    onSubmit: async ({ enabled, days, late_interest_rate, ...own }) => {
      const reminders = {
        enabled: enabled === true,
        days: reminderDays(typeof days === 'string' ? days : '') ?? [],
      };
      const rate = typeof late_interest_rate === 'number' ? late_interest_rate : null;
      await changeSettings({ reminders, late_interest_rate: rate, ...textsOf(own) });
      return 'Reminder settings saved successfully';
    },
  });
  useEffect(() => {
    isUnsaved.set(() => form.saving || form.isUnsaved());
  });
  const typed = reminderDays(form.typed['days'] ?? '');
  return (
    <form ref={element} className={classes.form} noValidate onSubmit={form.submit}>
      <FormErrors form={form} />
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
        <OwnTexts form={form} />
      </Panel>
      <Button type="submit" disabled={form.saving}>
        {form.saving ? 'Saving…' : 'Save Reminder Settings'}
      </Button>
    </form>
  );
}

function OwnTexts({ form }: { form: RecordForm }) {
  return (
    <div className={classes.fields}>
      <FormFields form={form} fields={fields} sections={textSections} />
      <SoftText small>
        Your text is between the greeting and the list of invoices. Leave it empty for the standard
        text. {placeholderList} are filled in: the customer’s name, the amount (once an invoice is
        late, the amount past its due date), the earliest due date, and your company’s name.
      </SoftText>
    </div>
  );
}
