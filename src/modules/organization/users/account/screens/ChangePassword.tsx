import { Button, PasswordInput } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { SoftText } from '~/kit/ui/theme/SoftText';
import { toast } from '~/kit/ui/messages/toasts';
import { failureMessage } from '~/kit/ui/form/useForm';
import { usePasskeys } from '../../factors/screens/usePasskeys';
import type { PasswordChange } from '../../users.rules';
import { changeInputs, usePasswordForm } from '../../sessions/screens/PasswordInputs';
import { changePassword } from '../../sessions/screens/session.client';
import { AccountCard } from './AccountCard';
import { FormField } from '~/kit/ui/form/FormParts';
import classes from './AccountCard.module.css';

/** Changes one's password and ends one's other sessions (docs/product/sign-in.md#own-password). */
export function ChangePassword() {
  const { element, ...form } = usePasswordChange();
  return (
    <AccountCard
      title="Change Password"
      about="At least 8 characters. You will be signed out on all other devices."
    >
      <form ref={element} className={classes.passwords} noValidate onSubmit={form.submit}>
        {form.failure ? (
          <p className={classes.alert} role="alert">
            {form.failure}
          </p>
        ) : null}
        {changeInputs.map(({ name, label, autoComplete }) => (
          <FormField key={name} required>
            <PasswordInput
              name={name}
              label={label}
              autoComplete={autoComplete}
              aria-required
              value={form.typed[name]}
              error={form.errorOf(name)}
              onChange={(event) => form.change(name, event.currentTarget.value)}
              onBlur={() => form.leave(name)}
            />
          </FormField>
        ))}
        <OwnPasskeys />
        <Button type="submit" loading={form.saving}>
          Change Password
        </Button>
      </form>
    </AccountCard>
  );
}

/** A new password leaves them: one that someone else added would continue opening the account. */
function OwnPasskeys() {
  const { passkeys } = usePasskeys();
  if (passkeys.length === 0) return null;
  const names = passkeys.map(({ name }) => name).join(', ');
  return (
    <SoftText>
      Your passkeys stay active: {names}. Remove any that you do not recognize below.
    </SoftText>
  );
}

function usePasswordChange() {
  const element = useRef<HTMLFormElement>(null);
  const form = usePasswordForm(async ({ currentPassword, newPassword }) => {
    await changePassword(currentPassword, newPassword);
    toast('success', 'Your password has been changed. Your other sessions were signed out.');
  });
  const { failure } = form;
  const named = failure?.entries.find(({ field }) =>
    changeInputs.some(({ name }) => name === field),
  );
  useEffect(() => {
    if (!named) return;
    element.current?.querySelector<HTMLInputElement>(`input[name="${named.field}"]`)?.focus();
  }, [named]);
  return {
    element,
    typed: form.values,
    errorOf: form.errorOf,
    failure: named ? '' : failureMessage(failure),
    saving: form.saving,
    change: (name: keyof PasswordChange, text: string) =>
      form.change((now) => ({ ...now, [name]: text }), [name]),
    // An untouched input is not validated until the form is sent.
    leave: (name: keyof PasswordChange) => {
      if (form.values[name] !== '' || form.isAttempted) form.leave(name);
    },
    submit: form.submit,
  };
}
