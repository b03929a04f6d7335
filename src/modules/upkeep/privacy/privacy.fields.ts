import { z } from 'zod';

/** The four purposes of consent (docs/product/privacy.md#consents). */
export const consentTypes = ['data_processing', 'marketing', 'analytics', 'cookies'] as const;

export type ConsentType = (typeof consentTypes)[number];

/** The consent in force for one type; `timestamp` is null where none was ever chosen, which counts as denied. */
export const consentSchema = z.object({
  consent_type: z.enum(consentTypes),
  granted: z.boolean(),
  timestamp: z.iso.datetime().nullable(),
});

export type Consent = z.output<typeof consentSchema>;

export const consentBody = z.strictObject({
  consentType: z.enum(consentTypes, {
    error: `The consent type must be one of ${consentTypes.join(', ')}`,
  }),
  granted: z.boolean({ error: 'Granted must be true or false' }),
});

function textField(label: string, longest: number) {
  return z
    .string({ error: `${label} must be text` })
    .trim()
    .min(1, { error: `${label} is required` })
    .max(longest, { error: `${label} cannot exceed ${longest} characters` })
    .refine((text) => !/[\0-\t\v-\x1f\x7f]/.test(text), {
      error: `${label} contains characters that cannot be stored`,
    });
}

const listText = (label: string) =>
  z
    .array(textField(label, 300), { error: `${label} must be a list of texts` })
    .max(50, { error: `${label}: 50 lines at most` });

const retentionLabel = 'Data retention periods';

/** The company's statements about its handling of personal data (docs/product/privacy.md#policy). */
const policyShape = {
  dataController: textField('Data controller', 500),
  contact: textField('Contact', 500),
  dataRetentionPeriods: z
    .record(textField('The item', 100), textField('The period', 300), {
      error: `${retentionLabel} must name a period for each item`,
    })
    .refine((periods) => Object.keys(periods).length <= 50, {
      error: `${retentionLabel}: 50 items at most`,
    }),
  userRights: listText('User rights'),
  dataProcessingPurposes: listText('Data processing purposes'),
};

export const policySchema = z.object({ ...policyShape, updated_at: z.iso.datetime() });
export const policyPatch = z
  .strictObject({ ...policyShape, updated_at: z.iso.datetime() })
  .partial();

export type Policy = z.output<typeof policySchema>;
export type PolicyPatch = z.output<typeof policyPatch>;
