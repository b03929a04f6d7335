import { Button, PasswordInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { failureMessage, type Form, useForm } from '~/kit/ui/form/useForm';
import classes from './Factors.module.css';

interface Answering {
  /** The action that requires the answer, on the button. */
  action: string;
  danger?: boolean;
  onCancel: () => void;
}

interface Props extends Answering {
  onPassword: (password: string) => Promise<void>;
}

/** Asks for the person’s own password again, before what widens or weakens how one signs in. */
export function PasswordQuestion({ onPassword, ...answering }: Props) {
  const form = useForm({
    initial: { password: '' },
    problemsOf: ({ password }) =>
      password === '' ? [{ field: 'password', message: 'Please enter your password' }] : [],
    bodyOf: ({ password }) => password,
    onSubmit: onPassword,
  });
  return (
    <QuestionForm form={form} {...answering}>
      <PasswordInput
        label="Your Password"
        autoComplete="current-password"
        autoFocus
        value={form.values.password}
        error={form.errorOf('password') ?? failureMessage(form.failure)}
        onChange={(event) => form.set({ password: event.currentTarget.value })}
      />
    </QuestionForm>
  );
}

interface QuestionFormProps extends Answering {
  form: Pick<Form<object>, 'submit' | 'saving'>;
  children: ReactNode;
}

/** A question of one input, with the button that answers it and the one that leaves it. */
export function QuestionForm({ form, children, ...props }: QuestionFormProps) {
  return (
    <form className={classes.steps} noValidate onSubmit={form.submit}>
      {children}
      <div className={classes.buttons}>
        <Button type="submit" {...(props.danger ? { color: 'red' } : {})} loading={form.saving}>
          {props.action}
        </Button>
        <Button variant="default" onClick={props.onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
