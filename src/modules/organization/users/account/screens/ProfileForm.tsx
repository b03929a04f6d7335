import { Button } from '@mantine/core';
import { useState } from 'react';
import { FormErrors } from '~/kit/ui/form/FormErrors';
import { FormFields } from '~/kit/ui/form/FormFields';
import { toast } from '~/kit/ui/messages/toasts';
import { UnsavedQuestion } from '~/kit/ui/dialog/UnsavedQuestion';
import { useRecordForm } from '~/kit/ui/form/useRecordForm';
import { useUnsavedGuard } from '~/kit/ui/dialog/useUnsavedGuard';
import { ownProfileFields, profileFields } from '../../users.fields';
import { currentPasswordInput } from '../../sessions/screens/PasswordInputs';
import { saveProfile } from './account.client';
import type { SessionUser } from '../../sessions/sessions.fields';
import classes from './AccountCard.module.css';

const names = Object.keys(ownProfileFields);
const shown = Object.keys(profileFields);
const inputs = { password: currentPasswordInput };

/** Changing the email address requires the password, in the field next to it (docs/product/users.md#profile). */
function sectionsFor(asksPassword: boolean) {
  const withPassword = shown.flatMap((name) => (name === 'email' ? [name, 'password'] : [name]));
  return [{ title: '', names: asksPassword ? withPassword : shown }];
}

interface Props {
  user: SessionUser;
  /** Called after saving, without a change, and on cancelling. */
  onClose: () => void;
}

export function ProfileForm({ user, onClose }: Props) {
  // The version that the form opened with: a later `updated_at` would overwrite others' changes.
  const [initial] = useState(() => ({ ...user }));
  const { element, ...form } = useRecordForm({
    fields: ownProfileFields,
    initial,
    names,
    required: [],
    creating: false,
    failedText: 'Failed to update profile',
    onSubmit: async (values, _key, save) => {
      const { email } = await save(values, saveProfile);
      const newEmail = values['email'];
      if (typeof newEmail === 'string' && newEmail !== email)
        toast('info', `A link was emailed to ${newEmail}. Your address changes when you open it.`);
      return 'Profile updated successfully';
    },
    onSaved: onClose,
  });
  const isOther = form.typed['email']?.trim().toLowerCase() !== initial.email.toLowerCase();
  const guard = useUnsavedGuard({ opened: true, isUnsaved: form.isUnsaved, onClose });
  return (
    <>
      <form ref={element} noValidate onSubmit={form.submit}>
        <FormErrors form={form} />
        <FormFields
          form={form}
          fields={ownProfileFields}
          sections={sectionsFor(isOther)}
          inputs={inputs}
        />
        <div className={classes.buttons}>
          <Button variant="default" disabled={form.saving} onClick={guard.close}>
            Cancel
          </Button>
          <Button type="submit" disabled={form.saving}>
            {form.saving ? 'Saving…' : 'Save Changes'}
          </Button>
        </div>
      </form>
      <UnsavedQuestion guard={guard} />
    </>
  );
}
