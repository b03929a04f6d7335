import type { Person } from '~/kit/server/database/context';
import type { Assertion, Attestation } from '../passkeys.fields';
import { challengeMinutes, type RelyingParty } from '../passkeys.rules';

// Loaded by the first who uses a passkey: it takes its time.
const library = () => import('@simplewebauthn/server');
const helpers = () => import('@simplewebauthn/server/helpers');

/** EdDSA, ECDSA with P-256, RSA: every authenticator has one of them. */
const algorithms = [-8, -7, -257];
const timeout = challengeMinutes * 60_000;

/** The bytes of a text in base64url. */
export function bytesOf(text: string): Buffer {
  return Buffer.from(text, 'base64url');
}

/** The options for a new passkey that needs no name to be typed and asks the person for a PIN, a finger or a face. */
export async function creationOptions(setup: {
  party: RelyingParty;
  person: Pick<Person, 'username' | 'first_name' | 'last_name'>;
  handle: Buffer;
  challenge: Buffer;
  existing: readonly { credential: Buffer; transports: string[] }[];
}): Promise<Record<string, unknown>> {
  const { party, person, handle, challenge, existing } = setup;
  const { generateRegistrationOptions } = await library();
  const options = await generateRegistrationOptions({
    rpName: 'Manufacturing CRM',
    rpID: party.id,
    userName: person.username,
    userDisplayName: `${person.first_name} ${person.last_name}`.trim(),
    userID: new Uint8Array(handle),
    challenge: new Uint8Array(challenge),
    timeout,
    attestationType: 'none',
    excludeCredentials: existing.map(({ credential, transports }) => ({
      id: credential.toString('base64url'),
      transports,
    })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: algorithms,
  });
  return { ...options };
}

/** The options for using any passkey of this host: who it is, the passkey says. */
export async function requestOptions(
  party: RelyingParty,
  challenge: Buffer,
): Promise<Record<string, unknown>> {
  const { generateAuthenticationOptions } = await library();
  const options = await generateAuthenticationOptions({
    rpID: party.id,
    challenge: new Uint8Array(challenge),
    timeout,
    userVerification: 'required',
  });
  return { ...options };
}

/** The challenge that was signed; empty where what was sent is none. */
export function challengeIn(clientDataJSON: string): Buffer {
  try {
    const clientData: unknown = JSON.parse(bytesOf(clientDataJSON).toString('utf8'));
    if (typeof clientData !== 'object' || clientData === null || !('challenge' in clientData))
      return Buffer.alloc(0);
    return typeof clientData.challenge === 'string'
      ? bytesOf(clientData.challenge)
      : Buffer.alloc(0);
  } catch {
    return Buffer.alloc(0);
  }
}

interface Expected {
  challenge: Buffer;
  party: RelyingParty;
}

export interface NewCredential {
  credential: Buffer;
  publicKey: Buffer;
  counter: number;
}

/** A new passkey, once everything about it is right; null otherwise. */
export async function verifiedCredential(
  { id, rawId, type, response }: Attestation,
  { challenge, party }: Expected,
): Promise<NewCredential | null> {
  try {
    if (!(await isPlain(response.attestationObject))) return null;
    const { verifyRegistrationResponse } = await library();
    const { clientDataJSON, attestationObject } = response;
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: {
        id,
        rawId,
        type,
        response: { clientDataJSON, attestationObject },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge.toString('base64url'),
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    });
    if (!verified) return null;
    const { credential } = registrationInfo;
    return {
      credential: bytesOf(credential.id),
      publicKey: Buffer.from(credential.publicKey),
      counter: credential.counter,
    };
  } catch {
    return null;
  }
}

/**
 * Whether no maker vouches for the authenticator: we require none, and to check a maker's certificates the library
 * would fetch the addresses in them.
 */
async function isPlain(attestationObject: string): Promise<boolean> {
  const { decodeAttestationObject } = await helpers();
  const decoded = decodeAttestationObject(new Uint8Array(bytesOf(attestationObject)));
  const form = decoded.get('fmt');
  return form === 'none' || (form === 'packed' && decoded.get('attStmt').get('x5c') === undefined);
}

/** The passkey's counter, if it signed this challenge for this origin, having asked the person; null otherwise. */
export async function signedCounter(
  { id, rawId, type, response }: Assertion,
  { challenge, party, publicKey }: Expected & { publicKey: Buffer },
): Promise<number | null> {
  try {
    const { verifyAuthenticationResponse } = await library();
    const { clientDataJSON, authenticatorData, signature } = response;
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        id,
        rawId,
        type,
        response: { clientDataJSON, authenticatorData, signature },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge.toString('base64url'),
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      // The counter has its own rule: one that went back is an event of the log.
      credential: { id, publicKey: new Uint8Array(publicKey), counter: 0 },
    });
    return verified ? authenticationInfo.newCounter : null;
  } catch {
    return null;
  }
}
