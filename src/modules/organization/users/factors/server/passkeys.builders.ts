import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type { ApiResponse, Caller } from '~/kit/server/testing/test-calls';
import { signInNew } from '../../server/users.builders';
import type { Assertion, Attestation, Passkey } from '../passkeys.fields';

export const pageOrigin = 'http://localhost:4711';

export interface Twist {
  origin?: string;
  party?: string;
  challenge?: string;
  type?: string;
  counter?: number;
  isVerified?: boolean;
  userHandle?: string;
  /** An attestation by a maker's certificate in the place of none. */
  certificate?: Buffer;
}

export interface Options {
  challenge: string;
  rp?: { id: string };
  rpId?: string;
  user?: { id: string };
}

export interface Authenticator {
  id: string;
  create: (options: Options, twist?: Twist) => Attestation;
  get: (options: Options, twist?: Twist) => Assertion;
}

const flags = { present: 0x01, verified: 0x04, attested: 0x40 };

/** An authenticator in software, with one key on the curve P-256 and a counter. */
export function makeAuthenticator(): Authenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const credential = randomBytes(20);
  const id = credential.toString('base64url');
  let counter = 0;
  let handle = '';

  const dataOf = (options: Options, twist: Twist, attested: Buffer | null) => {
    counter += 1;
    const { party = options.rp?.id ?? options.rpId ?? '', isVerified = true } = twist;
    const flag =
      flags.present | (isVerified ? flags.verified : 0) | (attested ? flags.attested : 0);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(twist.counter ?? counter);
    return Buffer.concat([sha256(party), Buffer.of(flag), count, attested ?? Buffer.alloc(0)]);
  };
  const shared = { id, rawId: id, type: 'public-key' } as const;

  return {
    id,
    create: (options, twist = {}) => {
      handle = options.user?.id ?? '';
      const attested = attestedOf(credential, publicKey);
      const { certificate } = twist;
      const attestation = new Map<string, unknown>([
        ['fmt', certificate ? 'packed' : 'none'],
        ['attStmt', new Map(certificate ? [['x5c', [certificate]]] : [])],
        ['authData', dataOf(options, twist, attested)],
      ]);
      return {
        ...shared,
        response: {
          clientDataJSON: coded(clientDataOf(options, twist, 'webauthn.create')),
          attestationObject: coded(cbor(attestation)),
          transports: ['internal'],
        },
      };
    },
    get: (options, twist = {}) => {
      const data = dataOf(options, twist, null);
      const clientData = clientDataOf(options, twist, 'webauthn.get');
      const signed = Buffer.concat([data, createHash('sha256').update(clientData).digest()]);
      return {
        ...shared,
        response: {
          clientDataJSON: coded(clientData),
          authenticatorData: coded(data),
          signature: coded(sign('sha256', signed, privateKey)),
          userHandle: twist.userHandle ?? handle,
        },
      };
    },
  };
}

function clientDataOf(options: Options, twist: Twist, type: string): Buffer {
  const { origin = pageOrigin, challenge = options.challenge } = twist;
  const clientData = { type: twist.type ?? type, challenge, origin, crossOrigin: false };
  return Buffer.from(JSON.stringify(clientData));
}

/** What a new passkey is: no maker, its name and its key in the form of COSE. */
function attestedOf(credential: Buffer, publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const key = new Map<number, unknown>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, Buffer.from(x, 'base64url')],
    [-3, Buffer.from(y, 'base64url')],
  ]);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(credential.length);
  return Buffer.concat([Buffer.alloc(16), length, credential, cbor(key)]);
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

function coded(bytes: Buffer): string {
  return bytes.toString('base64url');
}

/** The part of CBOR that authenticators write: whole numbers, bytes, text, lists and maps. */
function cbor(value: unknown): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  if (Array.isArray(value)) return Buffer.concat([head(4, value.length), ...value.map(cbor)]);
  if (value instanceof Map) {
    const entries = [...(value as Map<unknown, unknown>)];
    return Buffer.concat([head(5, entries.length), ...entries.flat().map(cbor)]);
  }
  throw new Error(`${String(value)} is nothing that an authenticator writes`);
}

function head(major: number, length: number): Buffer {
  if (length < 24) return Buffer.of((major << 5) | length);
  if (length < 256) return Buffer.of((major << 5) | 24, length);
  return Buffer.of((major << 5) | 25, length >> 8, length & 255);
}

export async function optionsFor(client: Caller, what: 'new' | 'sign-in'): Promise<Options> {
  const path = what === 'new' ? '/auth/passkeys/options' : '/auth/passkeys/sign-in/options';
  const response = await client.post<Options>(path);
  if (response.status !== 200) throw new Error(`No options were given: ${response.body.error}`);
  return response.body.data;
}

/** Adds a passkey for a person who is signed in, on its own authenticator. */
export async function addPasskey(
  client: Caller,
  name = 'Phone',
): Promise<{ passkey: Passkey; authenticator: Authenticator }> {
  const authenticator = makeAuthenticator();
  const credential = authenticator.create(await optionsFor(client, 'new'));
  const response = await client.post<Passkey>('/auth/passkeys', { name, credential });
  if (response.status !== 201) throw new Error(`No passkey was added: ${response.body.error}`);
  return { passkey: response.body.data, authenticator };
}

/** Signs in with the passkey alone, in that browser. */
export async function signInByPasskey(
  client: Caller,
  authenticator: Authenticator,
  twist: Twist = {},
): Promise<ApiResponse<unknown>> {
  const credential = authenticator.get(await optionsFor(client, 'sign-in'), twist);
  return client.post('/auth/passkeys/sign-in', { credential });
}

/** Someone new who is signed in and has a passkey. */
export async function someoneWithPasskey<Client extends Caller>(
  server: Parameters<typeof signInNew<Client>>[0],
) {
  const user = await signInNew(server);
  return { ...user, ...(await addPasskey(user.client)) };
}
