import { Anchor, Button, Loader, PasswordInput, TextInput } from '@mantine/core';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { dayOf, formatDay } from '~/kit/shared/time/days';
import { fieldError } from '~/kit/shared/fields/typed-values';
import type { FieldProblem } from '~/kit/shared/verdict';
import { api, ApiError } from '~/kit/ui/calls/api';
import { CardForm, CardPage } from '~/kit/ui/shell/CardPage';
import { useForm } from '~/kit/ui/form/useForm';
import { passwordField, userFields } from '~/modules/organization/users/users.fields';
import { displayName, isSamePassword } from '~/modules/organization/users/users.rules';
import type { ShownInvitation } from '../invitations.fields';
import { roleWord } from '../invitations.rules';
import { FormField } from '~/kit/ui/form/FormParts';
import { Panel } from '~/kit/ui/elements/Panel';
import classes from './AcceptInvitationPage.module.css';

type State =
  | { step: 'loading' }
  | { step: 'failed'; message: string }
  | { step: 'open'; invitation: ShownInvitation };

const tab = 'Invitation · Manufacturing CRM';

/**
 * The target of an invitation's link; works without a session and does not ask for one
 * (docs/product/invitations.md#acceptance).
 */
export default function AcceptInvitationPage() {
  const params = useParams({ strict: false });
  const search = useSearch({ strict: false });
  const token = params.token ?? search.token ?? '';
  const state = useInvitation(token);
  switch (state.step) {
    case 'loading':
      return (
        <CardPage title="Manufacturing CRM" tab={tab}>
          <p className={classes.loading} role="status">
            <Loader size="sm" aria-hidden />
            Loading invitation...
          </p>
        </CardPage>
      );
    case 'failed':
      return (
        <CardPage title="Invalid Invitation" tab={tab}>
          <p className={classes.text} role="alert">
            {state.message}
          </p>
          <Button renderRoot={(props) => <Link to="/login" {...props} />}>Go to Login</Button>
        </CardPage>
      );
    case 'open':
      return (
        <CardPage title="Welcome to Manufacturing CRM" tab={tab} wide>
          <AccountForm token={token} invitation={state.invitation} />
        </CardPage>
      );
  }
}

function useInvitation(token: string): State {
  const [state, setState] = useState<State>({ step: 'loading' });
  useEffect(() => {
    let isCurrent = true;
    const show = (next: State) => {
      if (isCurrent) setState(next);
    };
    if (token === '') show({ step: 'failed', message: 'No invitation token provided' });
    else {
      show({ step: 'loading' });
      api.get<ShownInvitation>(pathOf(token)).then(
        (invitation) => show({ step: 'open', invitation }),
        (error: unknown) => show({ step: 'failed', message: loadFailure(error) }),
      );
    }
    return () => {
      isCurrent = false;
    };
  }, [token]);
  return state;
}

function pathOf(token: string): string {
  return `/users/invite/${encodeURIComponent(token)}`;
}

function loadFailure(error: unknown): string {
  if (error instanceof ApiError) return error.message || 'Invalid invitation';
  return 'Failed to load invitation';
}

interface TypedAccount {
  username: string;
  password: string;
  again: string;
}

interface AccountFormProps {
  token: string;
  invitation: ShownInvitation;
}

function AccountForm({ token, invitation }: AccountFormProps) {
  const navigate = useNavigate();
  const form = useForm({
    initial: { username: '', password: '', again: '' },
    problemsOf: accountProblems,
    bodyOf: ({ username, password }) => ({ username: username.trim(), password }),
    onSubmit: async (account) => {
      const username = await accept(token, account);
      const message = 'Account created successfully! Please log in with your new credentials.';
      await navigate({ to: '/login', replace: true, state: { message, username } });
    },
  });
  return (
    <CardForm form={form} subtitle="Set up your account to get started">
      <InvitationDetails invitation={invitation} />
      <AccountInputs values={form.values} set={form.set} />
      <Button type="submit" size="md" disabled={form.saving}>
        {form.saving ? 'Creating Account...' : 'Create Account'}
      </Button>
      <p className={classes.text}>
        Already have an account?{' '}
        <Anchor
          size="sm"
          underline="always"
          renderRoot={(props) => <Link to="/login" {...props} />}
        >
          Sign in here
        </Anchor>
      </p>
    </CardForm>
  );
}

interface AccountInputsProps {
  values: TypedAccount;
  set: (changed: Partial<TypedAccount>) => void;
}

function AccountInputs({ values, set }: AccountInputsProps) {
  return (
    <>
      <FormField required compact>
        <TextInput
          label="Username"
          aria-required
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          value={values.username}
          onChange={(event) => set({ username: event.currentTarget.value })}
        />
      </FormField>
      <FormField required compact>
        <PasswordInput
          label="Password"
          aria-required
          autoComplete="new-password"
          value={values.password}
          onChange={(event) => set({ password: event.currentTarget.value })}
        />
      </FormField>
      <FormField required compact>
        <PasswordInput
          label="Confirm Password"
          aria-required
          autoComplete="new-password"
          value={values.again}
          onChange={(event) => set({ again: event.currentTarget.value })}
        />
      </FormField>
    </>
  );
}

// The company's time zone is not disclosed to a person who is not signed in.
const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

function InvitationDetails({ invitation }: { invitation: ShownInvitation }) {
  const details = [
    ['Name', displayName(invitation)],
    ['Email', invitation.email],
    ['Role', roleWord(invitation.role)],
    ['Expires', formatDay(dayOf(invitation.expires_at, ownZone))],
    ['Message', invitation.message],
  ].filter(([, value]) => value !== null);
  return (
    <Panel className={classes.details} as="dl" padded>
      {details.map(([label, value]) => [
        <dt key={label}>{label}</dt>,
        <dd key={`${label} value`}>{value}</dd>,
      ])}
    </Panel>
  );
}

/** In the order of docs/product/invitations.md#acceptance; empty fields are reported first. */
function accountProblems({ username, password, again }: TypedAccount): FieldProblem[] {
  if (username.trim() === '' || password === '' || again === '')
    return [{ field: '', message: 'Please fill in all fields' }];
  const same = isSamePassword(password, again);
  if (!same.ok) return [{ field: 'again', message: same.message }];
  const wrongPassword = fieldError(passwordField, password, 'form');
  if (wrongPassword) return [{ field: 'password', message: wrongPassword }];
  const wrongName = fieldError(userFields.username, username, 'form');
  return wrongName ? [{ field: 'username', message: wrongName }] : [];
}

async function accept(
  token: string,
  account: { username: string; password: string },
): Promise<string> {
  try {
    const created = await api.post<{ username: string }>(`${pathOf(token)}/accept`, account);
    return created.username;
  } catch (error) {
    throw new Error(
      error instanceof ApiError && error.message ? error.message : 'Failed to create account',
      { cause: error },
    );
  }
}
