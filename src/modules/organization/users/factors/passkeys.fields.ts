import { z } from 'zod';
import * as field from '~/kit/shared/fields/fields';

/** Describes one of the user’s passkeys, as it is answered (docs/product/sign-in.md#passkeys). */
export const passkeySchema = z.object({
  id: z.int(),
  name: z.string(),
  created_at: z.iso.datetime(),
  last_used_at: z.iso.datetime().nullable().describe('Null if it was never used'),
});

export const passkeyName = field.text({
  label: 'Name',
  required: true,
  max: 60,
  messages: {
    required: 'Please give the passkey a name',
    max: 'The name cannot exceed 60 characters',
  },
});

const coded = (max: number) =>
  z
    .string({ error: 'The passkey is incomplete' })
    .max(max, 'The passkey is too large')
    .regex(/^[\w-]*$/, 'The passkey is not base64url');

const shared = { id: coded(1400), rawId: coded(1400), type: z.literal('public-key') };

/** A new passkey, as `navigator.credentials.create` gives it; what is not needed of it is dropped. */
export const attestationSchema = z.object({
  ...shared,
  response: z.object({
    clientDataJSON: coded(8000),
    attestationObject: coded(32_000),
    transports: z.array(z.string().max(30)).max(10).optional(),
  }),
});

/** What a passkey signed, as `navigator.credentials.get` gives it. */
export const assertionSchema = z.object({
  ...shared,
  response: z.object({
    clientDataJSON: coded(8000),
    authenticatorData: coded(4000),
    signature: coded(4000),
    userHandle: coded(100).nullish(),
  }),
});

/** The options of WebAuthn for the browser, in JSON. */
export const optionsSchema = z.record(z.string(), z.unknown());

export type Passkey = z.infer<typeof passkeySchema>;
export type Attestation = z.infer<typeof attestationSchema>;
export type Assertion = z.infer<typeof assertionSchema>;
