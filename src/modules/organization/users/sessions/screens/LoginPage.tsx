import { Button, PasswordInput, TextInput } from '@mantine/core';
import { lazyPart } from '~/kit/ui/hooks/lazyPart';
import { useNavigate, useRouter, useRouterState, useSearch } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { isRefusal } from '~/kit/ui/calls/api';
import { CardAnchor, CardForm, CardPage } from '~/kit/ui/shell/CardPage';
import { useForm } from '~/kit/ui/form/useForm';
import type { FieldProblem } from '~/kit/shared/verdict';
import { PasskeyButton } from '../../factors/screens/PasskeyButton';
import { ownPath } from '../../providers/providers.rules';
import { SingleSignOn, useWays } from '../../providers/screens/SingleSignOn';
import {
  askForReset,
  confirmEmail,
  type Credentials,
  resetPassword,
  showCode,
  signIn,
} from './session.client';

// Few have one.
const signInByPasskey = async () =>
  (await import('../../factors/screens/passkeys.client')).signInByPasskey();

// Loaded later, since few users need it.
const SecondStep = lazyPart(() => import('./SecondStep'));

const unfilled: readonly FieldProblem[] = [{ field: '', message: 'Please fill in all fields' }];

type Step = 'signIn' | 'code' | 'forgot' | 'reset' | 'confirm';

export function LoginPage() {
  const { reset, confirm, code } = useSearch({ strict: false });
  const passed = useRouterState({ select: (state) => state.location.state });
  const [step, setStep] = useState<Step>(
    reset ? 'reset' : confirm ? 'confirm' : code ? 'code' : 'signIn',
  );
  const { message = '', tone = 'success' } = passed;
  const [notice, setNotice] = useState<Notice>({ message, tone });
  const navigate = useNavigate();
  const enter = useEnter();
  const [credentials, setCredentials] = useState<Credentials | null>(null);
  const [factors, setFactors] = useState<readonly unknown[]>([]);
  const signInWith = async (typed: Credentials) => {
    try {
      await enter(() => signIn(typed));
    } catch (error) {
      if (!isRefusal(error, 'auth.second_factor_needed')) throw error;
      setCredentials(typed);
      setFactors(error.details.map(({ field }) => field));
      setStep('code');
    }
  };
  const done = (text: string) => {
    setNotice({ message: text, tone: 'success' });
    setStep('signIn');
    // The link works once: remove it from the address and the browser's history.
    void navigate({ to: '/login', replace: true });
  };
  return (
    <CardPage title="Manufacturing CRM" tab="Sign in · Manufacturing CRM">
      {step === 'signIn' && (
        <SignInForm
          notice={notice}
          onSignIn={signInWith}
          onPasskey={() => enter(signInByPasskey)}
          onForgot={() => setStep('forgot')}
        />
      )}
      {step === 'code' && (
        <Suspense fallback={null}>
          <SecondStep
            factors={factors}
            onShown={(shown) =>
              credentials ? enter(() => signIn({ ...credentials, ...shown })) : showCode(shown)
            }
            onBack={() => {
              setCredentials(null);
              setStep('signIn');
            }}
          />
        </Suspense>
      )}
      {step === 'forgot' && <ForgotForm onBack={() => setStep('signIn')} />}
      {step === 'confirm' && <ConfirmForm token={confirm ?? ''} onDone={done} />}
      {step === 'reset' && <ResetForm token={reset ?? ''} onDone={done} />}
    </CardPage>
  );
}

interface Notice {
  message: string;
  tone: 'success' | 'info';
}

/** The requested path: passed by the screen, or by the provider's refusal in the address. */
function useNext(): string {
  const passed = useRouterState({ select: (state) => state.location.state });
  const { next } = useSearch({ strict: false });
  return passed.next ?? ownPath(next);
}

/** Signs in and continues to the requested path. */
function useEnter() {
  const next = useNext();
  const router = useRouter();
  const navigate = useNavigate();
  return async (signInHere: () => Promise<void>) => {
    await signInHere();
    await router.invalidate();
    // Usually the redirect has happened already, and the user may have opened another screen since.
    if (router.state.location.pathname === '/login') await navigate({ href: next, replace: true });
  };
}

interface SignInFormProps {
  notice: Notice;
  onSignIn: (credentials: Credentials) => Promise<void>;
  onPasskey: () => Promise<void>;
  onForgot: () => void;
}

function SignInForm({ notice, onSignIn, onPasskey, onForgot }: SignInFormProps) {
  const [failure, setFailure] = useState('');
  const passed = useRouterState({ select: (state) => state.location.state });
  const { refused } = useSearch({ strict: false });
  const ways = useWays(refused);
  const next = useNext();
  const form = useForm({
    initial: { username: passed.username ?? '', password: '' },
    problemsOf: ({ username, password }) =>
      username.trim() === '' || password === '' ? unfilled : [],
    bodyOf: (typed) => typed,
    onSubmit: onSignIn,
  });
  return (
    <CardForm
      form={form}
      subtitle="Sign in to your account"
      message={notice.message}
      tone={notice.tone}
      failure={failure || (ways?.refused ?? '')}
    >
      <TextInput
        label="Username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        // With a username passed along, only the password is left to type.
        autoFocus={!passed.username}
        value={form.values.username}
        onChange={(event) => form.set({ username: event.currentTarget.value })}
      />
      <PasswordInput
        label="Password"
        autoComplete="current-password"
        autoFocus={Boolean(passed.username)}
        value={form.values.password}
        onChange={(event) => form.set({ password: event.currentTarget.value })}
      />
      <Button type="submit" loading={form.saving} size="md">
        Sign In
      </Button>
      <PasskeyButton onUse={onPasskey} onFailure={setFailure} />
      {ways?.single_sign_on && <SingleSignOn way={ways.single_sign_on} next={next} />}
      <CardAnchor onClick={onForgot}>Forgot your password?</CardAnchor>
    </CardForm>
  );
}

function ForgotForm({ onBack }: { onBack: () => void }) {
  const [message, setMessage] = useState('');
  const form = useForm({
    initial: { email: '' },
    problemsOf: ({ email }) => (email.trim() === '' ? unfilled : []),
    bodyOf: ({ email }) => email,
    onSubmit: askForReset,
    onSaved: () =>
      setMessage(
        'If this address belongs to a user, an email with a link is on its way. The link works for 60 minutes.',
      ),
  });
  return (
    <CardForm form={form} subtitle="Get a link to choose a new password" message={message}>
      <TextInput
        label="Email"
        type="email"
        autoComplete="email"
        value={form.values.email}
        onChange={(event) => form.set({ email: event.currentTarget.value })}
      />
      <Button type="submit" loading={form.saving} size="md">
        Send Link
      </Button>
      <CardAnchor onClick={onBack}>Back to sign in</CardAnchor>
    </CardForm>
  );
}

function ResetForm({ token, onDone }: { token: string; onDone: (message: string) => void }) {
  const form = useForm({
    initial: { password: '', again: '' },
    problemsOf: ({ password, again }) => {
      if (password === '' || again === '') return unfilled;
      return password === again ? [] : [{ field: 'again', message: 'Passwords do not match' }];
    },
    bodyOf: ({ password }) => password,
    onSubmit: (password) => resetPassword(token, password),
    onSaved: () => onDone('Your password has been changed. Please sign in.'),
  });
  return (
    <CardForm form={form} subtitle="Choose a new password">
      <PasswordInput
        label="New Password"
        autoComplete="new-password"
        value={form.values.password}
        onChange={(event) => form.set({ password: event.currentTarget.value })}
      />
      <PasswordInput
        label="Confirm Password"
        autoComplete="new-password"
        value={form.values.again}
        onChange={(event) => form.set({ again: event.currentTarget.value })}
      />
      <Button type="submit" loading={form.saving} size="md">
        Change Password
      </Button>
      <CardAnchor onClick={() => onDone('')}>Back to sign in</CardAnchor>
    </CardForm>
  );
}

/** Not confirmed by opening the page: programs that look mails through open what is linked in them. */
function ConfirmForm({ token, onDone }: { token: string; onDone: (message: string) => void }) {
  const form = useForm({
    initial: {},
    problemsOf: () => [],
    bodyOf: () => token,
    onSubmit: confirmEmail,
    onSaved: () => onDone('Your email address has been changed.'),
  });
  return (
    <CardForm form={form} subtitle="Confirm your new email address">
      <Button type="submit" loading={form.saving} size="md">
        Confirm Email
      </Button>
      <CardAnchor onClick={() => onDone('')}>Back to sign in</CardAnchor>
    </CardForm>
  );
}
