import { z } from 'zod';
import { fieldSchema } from '~/kit/shared/fields/field-schemas';
import * as field from '~/kit/shared/fields/fields';
import { rowSchema, seenSchema } from '~/kit/shared/fields/record-schemas';
import { leadFields } from '~/modules/sales/leads/leads.fields';
import { isMappedName, type Mapping, mappedNames, readMapped } from './mapping.rules';

export const sourceTypes = [
  { value: 'page', label: 'Page' },
  { value: 'hook', label: 'Hook' },
  { value: 'pull', label: 'Pull' },
] as const;

/** A lead source but for its settings (docs/product/lead-sources.md#fields). */
export const sourceFields = {
  id: field.id,
  name: field.text({ label: 'Name', required: true, max: 100, sortable: true }),
  type: field.choice({ label: 'Type', choices: sourceTypes, required: true, sortable: true }),
  is_active: field.flag({ label: 'On', required: true }),
  lead_source: leadFields.lead_source,
  workspace_id: field.link({ label: 'Workspace', to: 'workspaces' }),
  repeat: field.choice({
    label: 'Repeat Enquiries',
    choices: [
      { value: 'note', label: 'Add a note to the existing record' },
      { value: 'new', label: 'Create another lead' },
    ],
    required: true,
  }),
  last_arrival_at: field.readOnly(field.instant({ label: 'Last Arrival', required: false })),
  last_error: field.readOnly(field.text({ label: 'Last Error', max: 500 })),
  created_at: field.instant({ label: 'Created' }),
  updated_at: field.instant({ label: 'Last Updated' }),
};

const text = (label: string, max: number) =>
  fieldSchema(field.longText({ label, max, required: true }));
const optionalText = (label: string, max: number) =>
  fieldSchema(field.longText({ label, max })).default(null);

const path = z
  .string({ error: 'Each path must be text' })
  .trim()
  .min(1, { error: 'A path cannot be empty' })
  .max(200, { error: 'A path cannot exceed 200 characters' });

const isTarget = (name: string) =>
  isMappedName(name) || /^custom\.[a-z][a-z0-9_]{0,39}$/.test(name);
const notTarget = (name: unknown) =>
  `Unknown field "${String(name)}". Fields of a lead are ${mappedNames.join(', ')}, and custom.{key}`;

const target = z.string().refine(isTarget, { error: ({ input }) => notTarget(input) });

const targets = <T extends z.ZodType>(value: T) =>
  z
    .record(z.string(), value)
    .refine((fields) => Object.keys(fields).length <= 100, { error: 'At most 100 fields' })
    .superRefine((fields, context) => {
      for (const name of Object.keys(fields).filter((each) => !isTarget(each)))
        context.addIssue({ code: 'custom', message: notTarget(name), path: [name] });
    })
    .default({});

const fixed = targets(
  z.string({ error: 'Each fixed value must be text' }).trim().min(1).max(1000),
).superRefine((values, context) => {
  for (const [name, value] of Object.entries(values)) {
    const reading = isMappedName(name) ? readMapped(name, value) : { ok: true as const };
    if (!reading.ok) context.addIssue({ code: 'custom', message: reading.message, path: [name] });
  }
});

const mappingSchema: z.ZodType<Mapping, unknown> = z.strictObject({
  items: path.nullable().default(null),
  id: path.nullable().default(null),
  fields: targets(
    z.union([path, z.array(path).min(1).max(10)], {
      error: 'A field is read from one path or from a list of up to 10',
    }),
  ),
  fixed,
});

const origin = z
  .string({ error: 'Each site must be text' })
  .trim()
  .refine((site) => /^https?:\/\/[a-z0-9.-]+(:\d{1,5})?$/i.test(site), {
    error: 'Each site must be an origin such as https://www.example.com',
  });

const isUnique = (values: readonly unknown[]) => new Set(values).size === values.length;

const pageSchema = z.strictObject({
  title: text('Title', 100),
  intro: optionalText('Introduction', 1000),
  thanks: optionalText('Thanks', 500),
  redirect_url: z
    .url({ protocol: /^https$/, error: 'The redirect address must start with https://' })
    .max(2000, { error: 'The redirect address cannot exceed 2,000 characters' })
    .nullable()
    .default(null),
  fields: z
    .array(
      z.strictObject({
        name: target,
        required: z.boolean({ error: 'Required must be true or false' }).default(false),
      }),
    )
    .min(1, { error: 'A page has at least one field' })
    .max(100, { error: 'At most 100 fields' })
    .refine((fields) => isUnique(fields.map(({ name }) => name)), {
      error: 'A page has each field once at most',
    }),
  allowed_sites: z
    .array(origin)
    .max(20, { error: 'At most 20 sites can show the page' })
    .default([]),
});

const shownPull = z.strictObject({
  url: text('Address', 2000),
  every_minutes: z
    .int({ error: 'The interval must be a whole number of minutes' })
    .min(5, { error: 'The interval must be 5 to 1,440 minutes' })
    .max(1440, { error: 'The interval must be 5 to 1,440 minutes' }),
  since_format: text('Time Format', 40).default('iso'),
});

const headerName = z.string().regex(/^[A-Za-z0-9-]{1,100}$/, {
  error: 'Names of headers are letters, digits and "-"',
});

const pullSchema = shownPull.extend({
  headers: z
    .record(
      headerName,
      z.string().regex(/^[\x20-\x7e]{0,2000}$/, { error: 'Headers are plain text' }),
    )
    .refine((headers) => Object.keys(headers).length <= 20, { error: 'At most 20 headers' })
    .nullable()
    .describe('Never given back; those that are stored stay unless they are sent')
    .optional(),
});

const { name, type, is_active, lead_source, workspace_id, repeat } = sourceFields;

const newFields = {
  name: fieldSchema(name),
  type: fieldSchema(type),
  is_active: fieldSchema(is_active).optional(),
  lead_source: fieldSchema(lead_source).optional(),
  workspace_id: fieldSchema(workspace_id).optional(),
  assign_to: z
    .array(z.int({ error: 'Each person must be the id of a user' }).min(1).max(field.maxId))
    .max(100, { error: 'At most 100 people can take turns' })
    .refine(isUnique, { error: 'Each person can be there once' })
    .optional(),
  repeat: fieldSchema(repeat).optional(),
  mapping: mappingSchema.optional(),
  page: pageSchema.nullish(),
  pull: pullSchema.nullish(),
};

export const newSourceSchema = z.strictObject(newFields);
export const sourcePatchSchema = newSourceSchema.partial().extend({ updated_at: seenSchema });

/** A lead source with its settings, as administrators read it. */
export const sourceSchema = rowSchema(sourceFields).and(
  z.object({
    assign_to: z.array(z.int()),
    mapping: mappingSchema,
    page: pageSchema.nullable(),
    pull: shownPull.nullable(),
    token: z.string().describe('Of the addresses `/f/{token}` and `/api/public/hooks/{token}`'),
  }),
);

export type LeadSource = field.RowOf<typeof sourceFields> & {
  assign_to: number[];
  mapping: Mapping;
  page: SourcePage | null;
  pull: SourcePull | null;
  token: string;
};
export type NewSource = z.output<typeof newSourceSchema>;
export type SourcePatch = z.output<typeof sourcePatchSchema>;
export type SourcePage = z.output<typeof pageSchema>;
export type SourcePull = z.output<typeof shownPull>;

export const arrivalStatuses = [
  { value: 'accepted', label: 'Accepted', color: 'green' },
  { value: 'repeated', label: 'Repeated', color: 'blue' },
  { value: 'refused', label: 'Refused', color: 'red' },
  { value: 'spam', label: 'Spam', color: 'gray' },
] as const;

export const arrivalSchema = z.object({
  id: z.int(),
  at: z.iso.datetime(),
  status: z.enum(arrivalStatuses.map(({ value }) => value)),
  record: z.object({ type: z.string(), id: z.int(), label: z.string() }).nullable(),
  error: z.string().nullable(),
  values: z.record(z.string(), z.string()).describe('What arrived, as texts by their path'),
});

export type Arrival = z.output<typeof arrivalSchema>;
export type ArrivalStatus = Arrival['status'];

/** How many arrivals of a call became a lead, were there before, and were refused. */
export const countsSchema = z.object({
  accepted: z.int(),
  repeated: z.int(),
  refused: z.int(),
});

export type ArrivalCounts = z.output<typeof countsSchema>;
