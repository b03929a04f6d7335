import { z } from 'zod';
import { fieldSchema } from '~/kit/shared/fields/field-schemas';
import * as field from '~/kit/shared/fields/fields';
import { rowSchema, seenSchema, sentFields } from '~/kit/shared/fields/record-schemas';
import { mostNetworks } from './api-keys.rules';

const perMinute = { min: 10, max: 6000 };
const count = (label: string) =>
  field.derived(field.wholeNumber({ label, required: true, max: field.maxId }));

/** The fields of an API key except its networks (docs/product/api-keys.md#fields). */
export const apiKeyFields = {
  id: field.id,
  name: field.text({ label: 'Name', required: true, max: 60, sortable: true }),
  prefix: field.readOnly(field.text({ label: 'Key', required: true, max: 20 })),
  role_id: field.link({ label: 'Role', to: 'roles', required: true }),
  workspace_id: field.link({ label: 'Workspace', to: 'workspaces' }),
  expires_at: field.instant({ label: 'Expires', sortable: true }),
  calls_per_minute: field.wholeNumber({ label: 'Calls per Minute', required: true, ...perMinute }),
  may_subscribe: field.flag({ label: 'May subscribe to webhooks', required: true }),
  created_by_name: field.readOnly(field.text({ label: 'Created By', required: true, max: 120 })),
  last_used_at: field.derived(field.instant({ label: 'Last Used', required: false })),
  last_used_from: field.derived(field.text({ label: 'Last Used From', max: 60 })),
  calls_today: count('Calls Today'),
  refused_today: count('Refused Today'),
  created_at: field.instant({ label: 'Created' }),
  updated_at: field.instant({ label: 'Last Updated' }),
};

const fromNone = 'Overlap must be from 0 to 168 hours';
export const rotationFields = {
  overlap_hours: field.wholeNumber({
    label: 'Overlap (hours)',
    required: true,
    max: 168,
    messages: { min: fromNone, max: fromNone, format: fromNone },
  }),
};

const networks = z.array(z.string()).nullable();

/** The key itself is in the answer to the call that makes it, once. */
export const apiKeySchema = rowSchema(apiKeyFields).and(
  z.object({ networks, key: z.string().optional() }),
);
export type ApiKey = z.output<typeof apiKeySchema>;

const { name, role_id } = apiKeyFields;
const tooManyNetworks = `An API key has at most ${mostNetworks} networks`;
const sent = {
  ...sentFields(apiKeyFields, ['name', 'role_id', 'workspace_id']),
  ...sentFields(apiKeyFields, ['calls_per_minute', 'may_subscribe']),
  expires_at: z.iso.datetime({ offset: true, error: 'Expires must be a moment' }).optional(),
  networks: networks
    .refine((each) => !each || each.length <= mostNetworks, { error: tooManyNetworks })
    .transform((each) => (each?.length ? each : null))
    .optional(),
};
export const newKeySchema = z.strictObject({
  ...sent,
  name: fieldSchema(name),
  role_id: fieldSchema(role_id),
});
export const keyPatchSchema = z.strictObject({ ...sent, updated_at: seenSchema });
export type KeyPatch = z.output<typeof keyPatchSchema>;
