import {
  startAuthentication,
  startRegistration,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { api } from '~/kit/ui/calls/api';
import { rememberSignIn } from '../../sessions/screens/session.client';
import type { SessionUser } from '../../sessions/sessions.fields';
import type { Assertion, Passkey } from '../passkeys.fields';

const path = '/auth/passkeys';

/** Lets the person choose a passkey and prove who it is; what it signed, for a call that takes it. */
export async function askForPasskey(): Promise<Assertion> {
  const optionsJSON = await api.post<PublicKeyCredentialRequestOptionsJSON>(
    `${path}/sign-in/options`,
  );
  const { id, rawId, response } = await withErrorToast(startAuthentication({ optionsJSON }), {
    NotAllowedError: 'No passkey was used. Try again or choose another way to sign in.',
  });
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  return {
    id,
    rawId,
    type: 'public-key',
    response: { clientDataJSON, authenticatorData, signature, userHandle },
  };
}

export async function signInByPasskey(): Promise<void> {
  const credential = await askForPasskey();
  const { user } = await api.post<{ user: SessionUser }>(`${path}/sign-in`, { credential });
  rememberSignIn(user);
}

/** Lets the person make a passkey on a device of their choice, and keeps it under that name. */
export async function makePasskey(name: string): Promise<Passkey> {
  const optionsJSON = await api.post<PublicKeyCredentialCreationOptionsJSON>(`${path}/options`);
  const { id, rawId, type, response } = await withErrorToast(startRegistration({ optionsJSON }), {
    NotAllowedError: 'No passkey was created. Please try again.',
    InvalidStateError: 'This device already has a passkey for you',
  });
  const { clientDataJSON, attestationObject, transports } = response;
  const credential = {
    id,
    rawId,
    type,
    response: { clientDataJSON, attestationObject, ...(transports ? { transports } : {}) },
  };
  return api.post<Passkey>(path, { name, credential });
}

/** What the browser gave, or its refusal in our own words. */
async function withErrorToast<T>(work: Promise<T>, messages: Record<string, string>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const name = error instanceof Error ? error.name : '';
    const message = messages[name] ?? 'This browser cannot use passkeys here';
    throw new Error(message, { cause: error });
  }
}
