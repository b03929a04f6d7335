import { Button, PasswordInput } from '@mantine/core';
import { failureMessage, useForm } from '~/kit/ui/form/useForm';
import classes from './Factors.module.css';

interface Props {
  /** The action that requires the password, on the button. */
  action: string;
  danger?: boolean;
  cancelLabel?: string;
  onPassword: (password: string) => Promise<void>;
  onCancel: () => void;
}

/** Asks for the person’s own password again, before what widens or weakens how one signs in. */
export function PasswordQuestion({
  action,
  danger = false,
  cancelLabel = 'Cancel',
  onPassword,
  onCancel,
}: Props) {
  const form = useForm({
    initial: { password: '' },
    problemsOf: ({ password }) =>
      password === '' ? [{ field: 'password', message: 'Please enter your password' }] : [],
    bodyOf: ({ password }) => password,
    onSubmit: onPassword,
  });
  return (
    <form className={classes.steps} noValidate onSubmit={form.submit}>
      <PasswordInput
        label="Your Password"
        autoComplete="current-password"
        autoFocus
        value={form.values.password}
        error={form.errorOf('password') ?? failureMessage(form.failure)}
        onChange={(event) => form.set({ password: event.currentTarget.value })}
      />
      <div className={classes.buttons}>
        <Button type="submit" {...(danger ? { color: 'red' } : {})} loading={form.saving}>
          {action}
        </Button>
        <Button variant="default" onClick={onCancel}>
          {cancelLabel}
        </Button>
      </div>
    </form>
  );
}
