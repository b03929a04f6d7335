import { Anchor, Button, PasswordInput, TextInput } from '@mantine/core';
import { useNavigate, useRouter, useRouterState, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { CardForm, CardPage } from '~/kit/ui/shell/CardPage';
import { useSubmit } from '~/kit/ui/form/useSubmit';
import { askForReset, resetPassword, signIn } from './session.client';

type Step = 'signIn' | 'forgot' | 'reset';

/** Sign-in, and the two steps of a forgotten password (docs/product/sign-in.md#screen). */
export function LoginPage() {
  const { reset } = useSearch({ strict: false });
  const passed = useRouterState({ select: (state) => state.location.state });
  const [step, setStep] = useState<Step>(reset ? 'reset' : 'signIn');
  const { message = '', tone = 'success' } = passed;
  const [said, setSaid] = useState<Said>({ message, tone });
  const navigate = useNavigate();
  const done = (text: string) => {
    setSaid({ message: text, tone: 'success' });
    setStep('signIn');
    // The link works once: it stays neither in the address nor in the browser's history.
    void navigate({ to: '/login', replace: true });
  };
  return (
    <CardPage title="Manufacturing CRM" tab="Sign in · Manufacturing CRM">
      {step === 'signIn' && <SignInForm said={said} onForgot={() => setStep('forgot')} />}
      {step === 'forgot' && <ForgotForm onBack={() => setStep('signIn')} />}
      {step === 'reset' && <ResetForm token={reset ?? ''} onDone={done} />}
    </CardPage>
  );
}

interface Said {
  message: string;
  tone: 'success' | 'info';
}

function SignInForm({ said, onForgot }: { said: Said; onForgot: () => void }) {
  const passed = useRouterState({ select: (state) => state.location.state });
  const router = useRouter();
  const navigate = useNavigate();
  const [username, setUsername] = useState(passed.username ?? '');
  const [password, setPassword] = useState('');
  const form = useSubmit(async () => {
    if (username.trim() === '' || password === '') throw new Error('Please fill in all fields');
    await signIn(username, password);
    await router.invalidate();
    // Most often that has led on already, and who was quick may have opened another screen since.
    if (router.state.location.pathname === '/login')
      await navigate({ href: passed.next ?? '/', replace: true });
  });
  return (
    <CardForm
      subtitle="Sign in to your account"
      onSubmit={form.submit}
      message={said.message}
      tone={said.tone}
      error={form.error}
    >
      <TextInput
        label="Username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        // Where a name was passed along, the password is what is left to type.
        autoFocus={!passed.username}
        value={username}
        onChange={(event) => setUsername(event.currentTarget.value)}
      />
      <PasswordInput
        label="Password"
        autoComplete="current-password"
        autoFocus={Boolean(passed.username)}
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      <Button type="submit" loading={form.busy} size="md">
        Sign In
      </Button>
      <Anchor component="button" type="button" size="sm" onClick={onForgot}>
        Forgot your password?
      </Anchor>
    </CardForm>
  );
}

function ForgotForm({ onBack }: { onBack: () => void }) {
  const [email, setEmail] = useState('');
  const [message, setMessage] = useState('');
  const form = useSubmit(async () => {
    if (email.trim() === '') throw new Error('Please fill in all fields');
    await askForReset(email);
    setMessage(
      'If this address belongs to a user, a mail with a link is on its way. The link works for 60 minutes.',
    );
  });
  return (
    <CardForm
      subtitle="Get a link to choose a new password"
      onSubmit={form.submit}
      message={message}
      error={form.error}
    >
      <TextInput
        label="Email"
        type="email"
        autoComplete="email"
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <Button type="submit" loading={form.busy} size="md">
        Send Link
      </Button>
      <Anchor component="button" type="button" size="sm" onClick={onBack}>
        Back to sign in
      </Anchor>
    </CardForm>
  );
}

function ResetForm({ token, onDone }: { token: string; onDone: (message: string) => void }) {
  const [password, setPassword] = useState('');
  const [again, setAgain] = useState('');
  const form = useSubmit(async () => {
    if (password === '' || again === '') throw new Error('Please fill in all fields');
    if (password !== again) throw new Error('Passwords do not match');
    await resetPassword(token, password);
    onDone('Your password has been changed. Please sign in.');
  });
  return (
    <CardForm subtitle="Choose a new password" onSubmit={form.submit} message="" error={form.error}>
      <PasswordInput
        label="New Password"
        autoComplete="new-password"
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      <PasswordInput
        label="Confirm Password"
        autoComplete="new-password"
        value={again}
        onChange={(event) => setAgain(event.currentTarget.value)}
      />
      <Button type="submit" loading={form.busy} size="md">
        Change Password
      </Button>
      <Anchor component="button" type="button" size="sm" onClick={() => onDone('')}>
        Back to sign in
      </Anchor>
    </CardForm>
  );
}
