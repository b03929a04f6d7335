import { z } from 'zod';

/** Describes the person’s own second factor, as it is answered (docs/product/sign-in.md#second-factor). */
export const secondFactorSchema = z.object({
  enabled: z.boolean(),
  confirmed_at: z.iso.datetime().nullable().describe('Null if it is not set up'),
  recovery_codes_left: z.int(),
});

export const beginningSchema = z.object({
  secret: z.string().describe('In base 32, for apps that cannot scan a QR code'),
  uri: z.string().describe('otpauth://…'),
  qr: z.string().describe('The address as a QR code: a data URL of SVG'),
});

export const recoveryCodesSchema = z.object({
  recovery_codes: z.array(z.string()).describe('Each works once; they are never shown again'),
});

export type SecondFactor = z.infer<typeof secondFactorSchema>;
export type Beginning = z.infer<typeof beginningSchema>;
export type RecoveryCodes = z.infer<typeof recoveryCodesSchema>;
