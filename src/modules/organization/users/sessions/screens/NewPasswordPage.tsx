import { Button, PasswordInput } from '@mantine/core';
import { useNavigate, useRouter, useRouterState } from '@tanstack/react-router';
import { CardAnchor, CardForm, CardPage } from '~/kit/ui/shell/CardPage';
import { changeInputs, usePasswordForm } from './PasswordInputs';
import { changePassword, keepSession, signOut } from './session.client';

/** Where someone lands whose password the program made (docs/product/sign-in.md#first-administrator). */
export function NewPasswordPage() {
  const passed = useRouterState({ select: (state) => state.location.state });
  const router = useRouter();
  const navigate = useNavigate();
  const form = usePasswordForm(async ({ currentPassword, newPassword }) => {
    await changePassword(currentPassword, newPassword);
    keepSession({ must_change_password: false });
    await navigate({ href: passed.next ?? '/', replace: true });
  });
  return (
    <CardPage title="Manufacturing CRM" tab="New password · Manufacturing CRM">
      <CardForm
        form={form}
        subtitle="Choose your own password"
        message="Your password was generated, and others may have seen it. Choose one of at least 8 characters."
        tone="info"
      >
        {changeInputs.map(({ name, label, autoComplete }) => (
          <PasswordInput
            key={name}
            label={label}
            autoComplete={autoComplete}
            autoFocus={name === 'currentPassword'}
            value={form.values[name]}
            error={form.errorOf(name)}
            onChange={(event) => form.set({ [name]: event.currentTarget.value })}
          />
        ))}
        <Button type="submit" loading={form.saving} size="md">
          Change Password
        </Button>
        <CardAnchor onClick={() => void signOut().then(() => router.invalidate())}>
          Sign out
        </CardAnchor>
      </CardForm>
    </CardPage>
  );
}
