import { PasswordInput } from '@mantine/core';
import { ApiError } from '~/kit/ui/data/api';
import type { FieldInputProps } from '~/kit/ui/form/FieldInput';
import { isSamePassword } from '../../users.rules';

/** The inputs of a form that sets a password; both can be made readable. */
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

/** Keeps a form open whose two passwords differ, with the sentence at the second (docs/product/users.md#adding). */
export function refuseDifferent(values: {
  password?: string | undefined;
  confirm?: string | undefined;
}): void {
  const verdict = isSamePassword(values.password ?? '', values.confirm ?? '');
  if (verdict.ok) return;
  throw new ApiError(400, verdict.sentence, [{ field: 'confirm', message: verdict.sentence }]);
}
