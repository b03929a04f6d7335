import { Button } from '@mantine/core';
import { IconPhone } from '@tabler/icons-react';
import { useEffect, useMemo, useState } from 'react';
import * as field from '~/kit/shared/fields/fields';
import { createHolder, type Holder } from '~/kit/ui/hooks/holder';
import { FailedState, LoadingRows } from '~/kit/ui/messages/ListStates';
import { Panel } from '~/kit/ui/elements/Panel';
import { FormSection } from '~/kit/ui/form/FormParts';
import { FormErrors } from '~/kit/ui/form/FormErrors';
import { FormFields } from '~/kit/ui/form/FormFields';
import { useRecordForm } from '~/kit/ui/form/useRecordForm';
import {
  type BillingProfile,
  billingProfileFields,
} from '~/modules/organization/company/identity.fields';
import { useBillingProfile } from '~/modules/organization/company/screens/identity.client';
import {
  type Note,
  addressNotes,
  stateOfGstin,
} from '~/modules/organization/company/addresses.rules';
import { SettingDialog } from '~/modules/organization/company/screens/SettingDialog';
import { useSettings } from '~/modules/organization/company/screens/settings.client';
import { useSession } from '~/modules/organization/users/sessions/screens/session.client';
import { ReminderSettings } from '~/modules/billing/receivables/screens/ReminderSettings';
import { SoftText } from '~/kit/ui/theme/SoftText';
import { CompanyLogo } from './CompanyLogo';
import { TaxSettings } from './TaxSettings';
import classes from './BillingPage.module.css';

const names = ['company_name', 'tax_id', 'billing_address', 'city', 'state', 'zip_code'] as const;
const gstNames = ['company_name', 'legal_name', ...names.slice(1), 'state_code'] as const;
const failed = 'Failed to save billing information';

export function BillingInformation() {
  const { profile, state, retry, save, sendLogo, removeLogo } = useBillingProfile();
  const isAdmin = useSession().role === 'admin';
  if (state === 'failed')
    return <FailedState text="Failed to load billing information" onRetry={retry} />;
  if (!profile) return <LoadingRows columns={2} text="Loading billing information..." />;
  return (
    <div className={classes.information}>
      <div className={classes.forms}>
        <ProfileForms profile={profile} save={save} />
        {isAdmin ? <TaxSettings profile={profile} /> : null}
        {isAdmin ? <ReminderSettings /> : null}
        {isAdmin ? <CountryCode /> : null}
      </div>
      <CompanyLogo profile={profile} send={sendLogo} remove={removeLogo} />
    </div>
  );
}

const phoneFields = {
  country_code: field.text({ label: 'Country Code', required: true, max: 4 }),
};

/** The country of phone numbers that are typed without one (docs/product/records.md#contact). */
function CountryCode() {
  const { country_code } = useSettings();
  return (
    <SettingDialog
      command="Country Code"
      icon={<IconPhone size={16} aria-hidden />}
      title="Country Code"
      fields={phoneFields}
      initial={{ country_code }}
      submitLabel="Save Country Code"
      patchOf={(values) => ({ country_code: values.country_code })}
      done="Country code updated successfully"
    />
  );
}

interface Props {
  profile: BillingProfile;
  save: ReturnType<typeof useBillingProfile>['save'];
}

/** Remounts the form when someone else saved, unless unsaved input would be lost. */
function ProfileForms({ profile, save }: Props) {
  const [isUnsaved] = useState(() => createHolder<() => boolean>(() => false));
  const [shown, setShown] = useState({ profile, form: 0 });
  if (profile.updated_at > shown.profile.updated_at && !isUnsaved.get()()) {
    setShown({ profile, form: shown.form + 1 });
  }
  return (
    <ProfileForm
      key={shown.form}
      profile={shown.profile}
      isUnsaved={isUnsaved}
      save={async (patch) => {
        const saved = await save(patch);
        // On a newer version: the form did not have what someone else had saved.
        setShown(({ profile: { updated_at }, form }) => ({
          profile: saved,
          form: patch.updated_at === updated_at ? form : form + 1,
        }));
        return saved;
      }}
    />
  );
}

function ProfileForm({ profile, save, isUnsaved }: Props & { isUnsaved: Holder<() => boolean> }) {
  const isAdmin = useSession().role === 'admin';
  const shown = useSettings().tax_mode === 'gst' ? gstNames : names;
  const sections = useMemo(() => [{ title: '', names: shown }], [shown]);
  const { element, ...form } = useRecordForm({
    fields: billingProfileFields,
    names: gstNames,
    initial: profile,
    creating: false,
    required: [],
    follow: followTaxId,
    check: (name, typed) => (name === 'state_code' ? addressNoted(typed).state.text || null : null),
    failed: { refused: failed },
    onSubmit: async (values, _key, saveOver) => {
      await saveOver(values, save);
      return 'Billing information saved successfully';
    },
  });
  useEffect(() => {
    isUnsaved.set(() => form.saving || form.isUnsaved());
  });
  return (
    <form ref={element} className={classes.form} noValidate onSubmit={form.submit}>
      <SoftText>
        {isAdmin
          ? 'This is printed on your invoices.'
          : 'This is printed on invoices. Only an administrator can change it.'}
      </SoftText>
      <FormErrors form={form} />
      <Panel as="div" className={classes.fieldset}>
        <FormSection disabled={!isAdmin}>
          <FormFields
            form={form}
            fields={billingProfileFields}
            sections={sections}
            notes={notesOf(form.typed)}
          />
        </FormSection>
      </Panel>
      {isAdmin ? (
        <Button type="submit" disabled={form.saving}>
          {form.saving ? 'Saving…' : 'Save Billing Information'}
        </Button>
      ) : null}
    </form>
  );
}

type Typed = Readonly<Record<string, string>>;

function addressNoted({ tax_id: gstin = '', state_code: state = '', zip_code: pin = '' }: Typed) {
  return addressNotes({ gstin, state, pin, country: '' });
}

/** Of another tax id nothing is said: neither of it nor of a postal code, which may be any country's. */
function notesOf(typed: Typed): Partial<Record<string, Note>> {
  const { gstin, state, pin } = addressNoted(typed);
  const isGstin = stateOfGstin(typed['tax_id'] ?? '') !== null;
  return isGstin ? { tax_id: gstin, state_code: state, zip_code: pin } : {};
}

function followTaxId(name: string, typed: Typed): Record<string, string> {
  const state = name === 'tax_id' ? stateOfGstin(typed['tax_id'] ?? '') : null;
  return state === null ? {} : { state_code: state };
}
