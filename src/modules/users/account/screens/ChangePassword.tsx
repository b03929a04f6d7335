import { Button, PasswordInput } from '@mantine/core';
import { type SubmitEvent, useRef, useState } from 'react';
import { ApiError } from '~/kit/ui/data/api';
import { toast } from '~/kit/ui/elements/toasts';
import { type PasswordChange, passwordChangeErrors } from '../../users.rules';
import { changePassword } from './account.client';
import { AccountCard } from './AccountCard';
import '~/kit/ui/form/Form.css';

const empty: PasswordChange = { currentPassword: '', newPassword: '', confirm: '' };

type Name = keyof PasswordChange;

const inputs: readonly { name: Name; label: string; autoComplete: string }[] = [
  { name: 'currentPassword', label: 'Current Password', autoComplete: 'current-password' },
  { name: 'newPassword', label: 'New Password', autoComplete: 'new-password' },
  { name: 'confirm', label: 'Confirm New Password', autoComplete: 'new-password' },
];

/** The own password to change; the other sessions end with it (docs/product/sign-in.md#own-password). */
export function ChangePassword() {
  const form = usePasswordChange();
  return (
    <AccountCard
      title="Change Password"
      about="At least 6 characters. You will be signed out everywhere but here."
    >
      <form ref={form.element} className="account-passwords" noValidate onSubmit={form.submit}>
        {form.failure ? (
          <p className="account-alert" role="alert">
            {form.failure}
          </p>
        ) : null}
        {inputs.map(({ name, label, autoComplete }) => (
          <div key={name} className="form-field" data-required>
            <PasswordInput
              name={name}
              label={label}
              autoComplete={autoComplete}
              aria-required
              value={form.typed[name]}
              error={form.errors[name]}
              onChange={(event) => form.change(name, event.currentTarget.value)}
              onBlur={() => form.leave(name)}
            />
          </div>
        ))}
        <Button type="submit" loading={form.busy}>
          Change Password
        </Button>
      </form>
    </AccountCard>
  );
}

function usePasswordChange() {
  const [typed, setTyped] = useState(empty);
  const [left, setLeft] = useState<readonly Name[]>([]);
  const [refusal, setRefusal] = useState<Partial<PasswordChange>>({});
  const [failure, setFailure] = useState('');
  const [busy, setBusy] = useState(false);
  const element = useRef<HTMLFormElement>(null);

  const wrong = passwordChangeErrors(typed);
  const errors = { ...refusal };
  for (const name of left) {
    const message = wrong[name];
    if (message !== undefined) errors[name] ??= message;
  }
  const focus = (name: string | undefined) =>
    element.current?.querySelector<HTMLInputElement>(`input[name="${name}"]`)?.focus();

  const send = async () => {
    setBusy(true);
    try {
      await changePassword(typed.currentPassword, typed.newPassword);
      setTyped(empty);
      setLeft([]);
      toast('success', 'Your password has been changed. Your other sessions were signed out.');
    } catch (error) {
      const detail = error instanceof ApiError ? error.details[0] : undefined;
      const name = inputs.find((each) => each.name === detail?.field)?.name;
      if (name && detail) setRefusal({ [name]: detail.message });
      else setFailure(error instanceof Error ? error.message : 'Failed to change password');
      focus(name);
    } finally {
      setBusy(false);
    }
  };

  return {
    element,
    typed,
    errors,
    failure,
    busy,
    change: (name: Name, text: string) => {
      setTyped({ ...typed, [name]: text });
      setRefusal({});
    },
    // An input that was passed through is left alone until the form is sent.
    leave: (name: Name) => {
      if (typed[name] !== '' && !left.includes(name)) setLeft([...left, name]);
    },
    submit: (event: SubmitEvent) => {
      event.preventDefault();
      if (busy) return;
      setFailure('');
      setRefusal({});
      setLeft(inputs.map(({ name }) => name));
      const first = inputs.find(({ name }) => wrong[name] !== undefined);
      if (first) focus(first.name);
      else void send();
    },
  };
}
