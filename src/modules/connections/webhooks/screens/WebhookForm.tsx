import { MultiSelect, TagsInput } from '@mantine/core';
import * as field from '~/kit/shared/fields/fields';
import { orTryAgain } from '~/kit/ui/calls/reportFailure';
import type { FieldInputProps } from '~/kit/ui/form/FieldInput';
import { FormDialog } from '~/kit/ui/form/FormDialog';
import { useWorkspaces } from '~/modules/organization/workspaces/screens/workspaces.client';
import { eventChoices } from '../events.rules';
import { type Webhook, webhookFields } from '../webhooks.fields';
import type { Webhooks } from './webhooks.client';

interface FormProps {
  webhooks: Webhooks;
  subject: Webhook | 'new' | null;
  onSecret: (secret: string) => void;
  onClose: () => void;
}

const { name, url, workspace_id } = webhookFields;
const formFields = {
  id: webhookFields.id,
  name,
  url,
  events: field.text({
    label: 'Events',
    required: true,
    max: 5000,
    messages: { required: 'Select at least one event' },
  }),
  fields: field.text({ label: 'Only for Changes of', max: 5000 }),
  workspace_id,
  updated_at: webhookFields.updated_at,
};

const wide = ['url', 'events', 'fields'] as const;
const sections = [
  { title: '', names: ['name', 'workspace_id', 'url', 'events', 'fields'], wide },
] as const;
const listIn = (text: string | null | undefined) => (text ?? '').split(',').filter(Boolean);

/** Adds or changes a webhook; a new one's secret is shown next (docs/product/webhooks.md#screens). */
export default function WebhookForm({ webhooks, subject, onSecret, onClose }: FormProps) {
  const existing = subject === 'new' || subject === null ? null : subject;
  const { rows: workspaces } = useWorkspaces();
  return (
    <FormDialog
      opened={subject !== null}
      onClose={onClose}
      title={existing ? 'Edit Webhook' : 'Add Webhook'}
      size="lg"
      fields={formFields}
      sections={sections}
      inputs={inputs}
      choices={{
        workspace_id: workspaces.map(({ id, name: label }) => ({ value: String(id), label })),
      }}
      notes={notes}
      initial={
        existing
          ? { ...existing, events: existing.events.join(), fields: existing.fields?.join() ?? null }
          : undefined
      }
      submitLabel={existing ? 'Save Webhook' : 'Create Webhook'}
      failed={orTryAgain(`Failed to ${existing ? 'update' : 'create'} webhook`)}
      onSubmit={async ({ events, fields, ...values }, key) => {
        const body = { ...values, events: listIn(events), fields: listIn(fields) };
        if (existing) {
          await webhooks.update(existing.id, body);
          return 'Webhook updated successfully';
        }
        const { name: given = '', url: address = '' } = body;
        const { secret } = await webhooks.create({ ...body, name: given, url: address }, key);
        if (secret) onSecret(secret);
        return 'Webhook created successfully';
      }}
    />
  );
}

const notes = () => ({ workspace_id: { text: 'Empty: the whole company', isDoubt: false } });

const inputs = {
  events: ({ value, onChange, required, ...props }: FieldInputProps) => (
    <MultiSelect
      {...props}
      aria-required={required || undefined}
      data={eventChoices.map(({ type, label }) => ({ value: type, label }))}
      value={listIn(value)}
      onChange={(types) => onChange(types.join())}
      searchable
      hidePickedOptions
      limit={200}
      placeholder="Select events…"
      nothingFoundMessage="No events match your search."
      comboboxProps={{ withinPortal: true }}
    />
  ),
  fields: ({ value, onChange, required: _required, ...props }: FieldInputProps) => (
    <TagsInput
      {...props}
      description="Names of fields, such as status: updates of other fields are not sent."
      value={listIn(value)}
      onChange={(names) => onChange(names.join())}
    />
  ),
};
