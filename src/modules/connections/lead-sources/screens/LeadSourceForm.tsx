import { MultiSelect, TagsInput } from '@mantine/core';
import * as field from '~/kit/shared/fields/fields';
import { orTryAgain } from '~/kit/ui/calls/reportFailure';
import type { FieldInputProps } from '~/kit/ui/form/FieldInput';
import { FormDialog } from '~/kit/ui/form/FormDialog';
import { useOwnFields } from '~/kit/ui/calls/own-fields';
import { useDirectory } from '~/modules/organization/users/administration/screens/users.client';
import { displayName } from '~/modules/organization/users/users.rules';
import { useWorkspaces } from '~/modules/organization/workspaces/screens/workspaces.client';
import { leadFields } from '~/modules/sales/leads/leads.fields';
import { type LeadSource, sourceFields, sourceTypes } from '../lead-sources.fields';
import { mappedNames, type Mapping, readyMappings } from '../mapping.rules';
import { linesOf, readLines } from '../mapping-lines.rules';
import type { LeadSources } from './lead-sources.client';

interface Props {
  sources: LeadSources;
  /** A type is that of a new one. */
  subject: LeadSource | LeadSource['type'] | null;
  onClose: () => void;
}

const { name, lead_source, workspace_id, repeat } = sourceFields;
const list = (label: string) => field.text({ label, max: 5000 });

const formFields = {
  id: sourceFields.id,
  name,
  lead_source,
  workspace_id,
  repeat,
  assign_to: list('Assign in Turn To'),
  title: field.text({ label: 'Title', max: 100, required: true }),
  intro: field.longText({ label: 'Introduction', max: 1000 }),
  fields: field.text({ label: 'Fields', max: 5000, required: true }),
  required: list('Required Fields'),
  thanks: field.longText({ label: 'Thanks', max: 500 }),
  redirect_url: field.text({ label: 'Redirect To', max: 2000, inputType: 'url' }),
  allowed_sites: list('Sites That Show It'),
  url: field.text({ label: 'Address', max: 2000, required: true, inputType: 'url' }),
  headers: field.longText({ label: 'Headers', max: 5000 }),
  every_minutes: field.wholeNumber({
    label: 'Interval in Minutes',
    min: 5,
    max: 1440,
    required: true,
  }),
  since_format: field.text({ label: 'Time Format', max: 40, required: true }),
  ready: field.choice({
    label: 'Ready Mapping',
    choices: readyMappings.map(({ label }) => ({ value: label, label })),
  }),
  items: field.text({ label: 'Path of the List', max: 200 }),
  external_id: field.text({ label: 'Path of the ID', max: 200 }),
  mapping: field.longText({ label: 'Fields and Their Paths', max: 5000 }),
  fixed: field.longText({ label: 'Fixed Values', max: 5000 }),
  updated_at: sourceFields.updated_at,
};

const general = {
  title: '',
  names: ['name', 'lead_source', 'workspace_id', 'repeat', 'assign_to'],
  wide: ['assign_to'],
} as const;
const mapping = {
  title: 'Mapping',
  names: ['ready', 'items', 'external_id', 'mapping', 'fixed'],
} as const;
const sections = {
  page: [
    general,
    {
      title: 'Page',
      names: ['title', 'intro', 'fields', 'required', 'thanks', 'redirect_url', 'allowed_sites'],
      wide: ['title', 'fields', 'required', 'redirect_url', 'allowed_sites'],
    },
  ],
  hook: [general, mapping],
  pull: [
    general,
    { title: 'Portal', names: ['url', 'every_minutes', 'since_format', 'headers'], wide: ['url'] },
    mapping,
  ],
} as const;

const listIn = (text: string | null | undefined) => (text ?? '').split(',').filter(Boolean);

const fieldChoices = mappedNames.map((value) => ({ value, label: leadFields[value].label }));
const usualFields = 'company_name,contact_person,email,phone,initial_inquiry';

const notes = () => ({
  url: {
    text: 'In the address, {since} and {until} become the period to look for.',
    isDoubt: false,
  },
  since_format: {
    text: 'iso, unix, or a pattern such as DD-MMM-YYYY HH:mm:ss',
    isDoubt: false,
  },
  headers: {
    text: 'One on each line, as Name: value. They are never shown again; empty leaves them as they are.',
    isDoubt: false,
  },
  mapping: {
    text: 'One on each line, as phone: path, other.path. Everything else goes into the inquiry.',
    isDoubt: false,
  },
  fixed: { text: 'One on each line, as lead_source: other', isDoubt: false },
});

/** Adds or changes a source (docs/product/lead-sources.md#screens). */
export default function LeadSourceForm({ sources, subject, onClose }: Props) {
  const existing = typeof subject === 'string' ? null : subject;
  const type = typeof subject === 'string' ? subject : (subject?.type ?? 'page');
  const { rows: workspaces } = useWorkspaces();
  const verb = existing ? 'update' : 'create';
  return (
    <FormDialog
      opened={subject !== null}
      onClose={onClose}
      title={
        existing ? 'Edit Source' : `Add ${sourceTypes.find((each) => each.value === type)?.label}`
      }
      subject={type}
      size="lg"
      fields={formFields}
      sections={sections[type]}
      inputs={inputs}
      choices={{
        workspace_id: workspaces.map(({ id, name: label }) => ({ value: String(id), label })),
      }}
      notes={notes}
      follow={(changed, typed) => (changed === 'ready' ? typedMapping(typed['ready']) : {})}
      initial={existing ? typedOf(existing) : fresh}
      submitLabel={existing ? 'Save Source' : 'Create Source'}
      failed={orTryAgain(`Failed to ${verb} lead source`)}
      onSubmit={async (values, key) => {
        const body = bodyOf(type, values);
        if (existing) await sources.update(existing.id, body);
        else await sources.create({ type, ...body }, key);
        return `Lead source ${verb}d successfully`;
      }}
    />
  );
}

const fresh = {
  repeat: 'note',
  fields: usualFields,
  required: 'contact_person,phone',
  every_minutes: 15,
  since_format: 'iso',
} as const;

function typedMapping(label: string | undefined): Record<string, string> {
  const ready = readyMappings.find((each) => each.label === label)?.mapping;
  if (!ready) return {};
  const { items, external_id, mapping: lines } = mappingTexts(ready);
  return { items: items ?? '', external_id: external_id ?? '', mapping: lines };
}

function mappingTexts({ items, id, fields, fixed }: Mapping) {
  return { items, external_id: id, mapping: linesOf(fields), fixed: linesOf(fixed) };
}

function typedOf({ page, pull, mapping: by, assign_to, ...source }: LeadSource) {
  return {
    ...source,
    ...mappingTexts(by),
    ...pull,
    ...page,
    assign_to: assign_to.join(),
    fields: page?.fields.map((each) => each.name).join() ?? '',
    required: page?.fields.flatMap((each) => (each.required ? [each.name] : [])).join() ?? '',
    allowed_sites: page?.allowed_sites.join() ?? '',
  };
}

type Values = Readonly<Record<string, unknown>>;

function bodyOf(type: LeadSource['type'], values: Values): Record<string, unknown> {
  const text = (key: string) => (values[key] as string | null | undefined) ?? null;
  const required = listIn(text('required'));
  const { headers = null } = values;
  return {
    ...Object.fromEntries(
      ['name', 'lead_source', 'workspace_id', 'repeat', 'updated_at']
        .filter((key) => key in values)
        .map((key) => [key, values[key]]),
    ),
    assign_to: listIn(text('assign_to')).map(Number),
    ...(type === 'page'
      ? {
          page: {
            title: text('title'),
            intro: text('intro'),
            thanks: text('thanks'),
            redirect_url: text('redirect_url'),
            fields: listIn(text('fields')).map((each) => ({
              name: each,
              required: required.includes(each),
            })),
            allowed_sites: listIn(text('allowed_sites')),
          },
        }
      : {
          mapping: {
            items: text('items'),
            id: text('external_id'),
            fields: readLines(text('mapping')),
            fixed: Object.fromEntries(
              Object.entries(readLines(text('fixed'))).map(([key, parts]) => [
                key,
                parts.join(', '),
              ]),
            ),
          },
        }),
    ...(type === 'pull'
      ? {
          pull: {
            url: text('url'),
            every_minutes: values['every_minutes'],
            since_format: text('since_format'),
            ...(headers === null ? {} : { headers: headersIn(text('headers') ?? '') }),
          },
        }
      : {}),
  };
}

function headersIn(text: string): Record<string, string> {
  const lines = text.split('\n').map((line) => /^([^:]+):(.*)$/.exec(line.trim()));
  return Object.fromEntries(
    lines.flatMap((found) => (found ? [[found[1]?.trim() ?? '', found[2]?.trim() ?? '']] : [])),
  );
}

function People({ value, onChange, required: _required, ...props }: FieldInputProps) {
  const { rows } = useDirectory();
  return (
    <MultiSelect
      {...props}
      data={rows
        .filter(({ id, is_active }) => is_active || listIn(value).includes(String(id)))
        .map((user) => ({ value: String(user.id), label: displayName(user) }))}
      value={listIn(value)}
      onChange={(ids) => onChange(ids.join())}
      searchable
      hidePickedOptions
      comboboxProps={{ withinPortal: true }}
    />
  );
}

function FieldNames({ value, onChange, required, ...props }: FieldInputProps) {
  const own = useOwnFields(leadFields);
  const ownChoices = Object.entries(own).map(([name, { label }]) => ({ value: name, label }));
  return (
    <MultiSelect
      {...props}
      aria-required={required || undefined}
      data={[...fieldChoices, ...ownChoices]}
      value={listIn(value)}
      onChange={(names) => onChange(names.join())}
      searchable
      hidePickedOptions
      comboboxProps={{ withinPortal: true }}
    />
  );
}

const inputs = {
  assign_to: (props: FieldInputProps) => <People {...props} />,
  fields: (props: FieldInputProps) => <FieldNames {...props} />,
  required: (props: FieldInputProps) => <FieldNames {...props} />,
  allowed_sites: ({ value, onChange, required: _required, ...props }: FieldInputProps) => (
    <TagsInput
      {...props}
      description="Websites that may show the page in a frame, such as https://www.example.com"
      value={listIn(value)}
      onChange={(sites) => onChange(sites.join())}
    />
  ),
};
