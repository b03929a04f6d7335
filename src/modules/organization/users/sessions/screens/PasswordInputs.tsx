import { PasswordInput } from '@mantine/core';
import { ApiError } from '~/kit/ui/data/api';
import type { FieldInputProps } from '~/kit/ui/form/FieldInput';
import { isSamePassword } from '../../users.rules';

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
