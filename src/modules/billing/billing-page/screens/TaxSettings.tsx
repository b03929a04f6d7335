import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Panel } from '~/kit/ui/elements/Panel';
import { SoftText } from '~/kit/ui/theme/SoftText';
import { FormErrors } from '~/kit/ui/form/FormErrors';
import { FormFields } from '~/kit/ui/form/FormFields';
import { useRecordForm } from '~/kit/ui/form/useRecordForm';
import { createHolder, type Holder } from '~/kit/ui/hooks/holder';
import type { BillingProfile } from '~/modules/organization/company/identity.fields';
import { stateOfGstin } from '~/modules/organization/company/addresses.rules';
import {
  changeSettings,
  useSettings,
} from '~/modules/organization/company/screens/settings.client';
import type { Settings } from '~/modules/organization/company/settings.fields';
import { taxModes, taxSettingsFields } from '~/modules/organization/company/tax-settings.fields';
import classes from './BillingPage.module.css';

const names = [
  'tax_mode',
  'turnover_band',
  'lut_number',
  'price_decimals',
  'round_to_rupee',
  'e_invoice_certificates',
] as const;
const failed = 'Failed to save tax settings';

const onlyMode = [{ title: '', names: ['tax_mode'] }];
const whole = [{ title: '', names }];
const singleRate = { tax_mode: taxModes.slice(0, 1) };

type TaxValues = Pick<Settings, (typeof names)[number]>;

/** How tax is computed, for administrators (docs/product/billing.md#tax). */
export function TaxSettings({ profile }: { profile: BillingProfile }) {
  const settings = useSettings();
  const { tax_mode, turnover_band, lut_number, price_decimals, round_to_rupee } = settings;
  const { e_invoice_certificates } = settings;
  const now: TaxValues = {
    tax_mode,
    turnover_band,
    lut_number,
    price_decimals,
    round_to_rupee,
    e_invoice_certificates,
  };
  const [isUnsaved] = useState(() => createHolder<() => boolean>(() => false));
  const [shown, setShown] = useState(now);
  const isOther = JSON.stringify(now) !== JSON.stringify(shown);
  // Someone else's change shows at once, unless unsaved input would be lost.
  if (isOther && !isUnsaved.get()()) setShown(now);
  const isOffered = stateOfGstin(profile.tax_id ?? '') !== null || tax_mode === 'gst';
  return (
    <TaxForm
      key={JSON.stringify(shown)}
      initial={shown}
      isOffered={isOffered}
      isUnsaved={isUnsaved}
    />
  );
}

interface FormProps {
  initial: TaxValues;
  isOffered: boolean;
  isUnsaved: Holder<() => boolean>;
}

function TaxForm({ initial, isOffered, isUnsaved }: FormProps) {
  const { element, ...form } = useRecordForm({
    fields: taxSettingsFields,
    names,
    initial,
    creating: false,
    required: [],
    failed: { refused: failed },
    onSubmit: async (values) => {
      await changeSettings(values);
      return 'Tax settings saved successfully';
    },
  });
  useEffect(() => {
    isUnsaved.set(() => form.saving || form.isUnsaved());
  });
  const isGst = form.typed['tax_mode'] === 'gst';
  return (
    <form ref={element} className={classes.form} noValidate onSubmit={form.submit}>
      <FormErrors form={form} />
      <Panel title="Tax">
        <div className={classes.fieldset}>
          <FormFields
            form={form}
            fields={taxSettingsFields}
            sections={isGst ? whole : onlyMode}
            choices={isOffered ? {} : singleRate}
          />
          <SoftText small className={classes.about}>
            {modeText(isGst, isOffered)}
          </SoftText>
        </div>
      </Panel>
      <Button type="submit" disabled={form.saving}>
        {form.saving ? 'Saving…' : 'Save Tax Settings'}
      </Button>
    </form>
  );
}

function modeText(isGst: boolean, isOffered: boolean): string {
  if (isGst) {
    return 'New orders and invoices are taxed line by line, by tax class and place of supply. Existing documents do not change.';
  }
  return isOffered
    ? 'One tax rate per document. Choose GST to tax each line by class and place of supply.'
    : 'One tax rate per document. To use GST, first save a valid GSTIN as the Tax ID above.';
}
