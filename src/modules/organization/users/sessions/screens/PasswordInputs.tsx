import { PasswordInput } from '@mantine/core';
import { ApiError } from '~/kit/ui/calls/api';
import type { FieldInputProps } from '~/kit/ui/form/FieldInput';
import { useForm } from '~/kit/ui/form/useForm';
import { isSamePassword, type PasswordChange, passwordChangeErrors } from '../../users.rules';

export const passwordInputs = { password: passwordInput, confirm: passwordInput };

function passwordInput({ required, onChange, ...props }: FieldInputProps) {
  return (
    <PasswordInput
      {...props}
      aria-required={required || undefined}
      autoComplete="new-password"
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

export function currentPasswordInput(props: FieldInputProps) {
  const { required, onChange, ...input } = props;
  return (
    <PasswordInput
      {...input}
      aria-required={required || undefined}
      autoComplete="current-password"
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

const noPasswords: PasswordChange = { currentPassword: '', newPassword: '', confirm: '' };

/** The inputs of a form that changes the person's password. */
export const changeInputs = [
  { name: 'currentPassword', label: 'Current Password', autoComplete: 'current-password' },
  { name: 'newPassword', label: 'New Password', autoComplete: 'new-password' },
  { name: 'confirm', label: 'Confirm New Password', autoComplete: 'new-password' },
] as const;

/** The form that changes the person's password. */
export function usePasswordForm(onSubmit: (typed: PasswordChange) => Promise<void>) {
  const form = useForm<PasswordChange, PasswordChange>({
    initial: noPasswords,
    problemsOf: (typed) => {
      const wrong = passwordChangeErrors(typed);
      return changeInputs.flatMap(({ name }) =>
        wrong[name] === undefined ? [] : { field: name, message: wrong[name] },
      );
    },
    bodyOf: (typed) => typed,
    onSubmit,
    onSaved: () => form.set(noPasswords),
  });
  return form;
}

/** Refuses a form whose two passwords differ, with the message at the second (docs/product/users.md#adding). */
export function refuseDifferent(values: {
  password?: string | undefined;
  confirm?: string | undefined;
}): void {
  const verdict = isSamePassword(values.password ?? '', values.confirm ?? '');
  if (verdict.ok) return;
  const { code, message } = verdict;
  const details = [{ field: 'confirm', message }];
  throw new ApiError(400, message, { code, details });
}
