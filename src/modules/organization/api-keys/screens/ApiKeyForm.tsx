import { useMemo } from 'react';
import * as field from '~/kit/shared/fields/fields';
import { addDays, dayOf, startOfDay } from '~/kit/shared/time/days';
import { orTryAgain } from '~/kit/ui/calls/reportFailure';
import { FormDialog } from '~/kit/ui/form/FormDialog';
import { useCompany } from '~/modules/organization/company/screens/settings.client';
import { administratorRoleId } from '~/modules/organization/users/roles.fields';
import { useRoleChoices } from '~/modules/organization/users/roles/screens/roles.client';
import { useWorkspaces } from '~/modules/organization/workspaces/screens/workspaces.client';
import { type ApiKey, apiKeyFields } from '../api-keys.fields';
import { usualDays } from '../api-keys.rules';
import type { ApiKeys } from './api-keys.client';

const { name, role_id, workspace_id, calls_per_minute, may_subscribe } = apiKeyFields;
const expires_on = field.day({ label: 'Expires', required: true });
const networks = field.longText({ label: 'Networks', max: 1000 });
const limits = { calls_per_minute, may_subscribe };
const fields = { name, role_id, workspace_id, expires_on, networks, ...limits };
const required = ['role_id', 'expires_on'] as const;
const notes = () => ({
  workspace_id: { text: 'Empty: the whole company', isDoubt: false },
  networks: { text: 'One address or network a line. Empty: from anywhere', isDoubt: false },
});

interface Props {
  keys: ApiKeys;
  subject: ApiKey | 'new' | null;
  onCreated: (key: string) => void;
  onClose: () => void;
}

export default function ApiKeyForm({ keys, subject, onCreated, onClose }: Props) {
  const { timeZone, today } = useCompany();
  const roles = useRoleChoices();
  const { rows } = useWorkspaces();
  const choices = useMemo(
    () => ({
      role_id: roles.filter(({ value }) => value !== `${administratorRoleId}`),
      workspace_id: rows.map(({ id, name: label }) => ({ value: id, label })),
    }),
    [roles, rows],
  );
  const existing = subject === 'new' ? null : subject;
  const typedOf = (key: ApiKey) => ({
    ...key,
    expires_on: dayOf(key.expires_at, timeZone),
    networks: key.networks?.join('\n') ?? null,
  });
  const fresh = { calls_per_minute: 600, expires_on: addDays(today, usualDays) };
  const initial = existing ? typedOf(existing) : fresh;
  const bodyOf = ({ expires_on: day, networks: lines, ...values }: Typed) => ({
    ...values,
    expires_at: day && day !== initial.expires_on ? startOfDay(day, timeZone) : undefined,
    networks: lines === undefined ? undefined : (lines?.split(/[\s,]+/) ?? null),
  });
  return (
    <FormDialog
      opened={subject !== null}
      onClose={onClose}
      title={existing ? 'Edit API Key' : 'Create API Key'}
      required={required}
      size="lg"
      fields={fields}
      initial={initial}
      choices={choices}
      notes={notes}
      submitLabel={existing ? 'Save API Key' : 'Create API Key'}
      failed={orTryAgain(`Failed to ${existing ? 'update' : 'create'} API key`)}
      onSubmit={async (values, sendKey, save) => {
        const valuesOf = (row: unknown) => typedOf(row as ApiKey);
        if (!existing) return onCreated(await keys.create(bodyOf(values), sendKey));
        await save(values, (typed) => keys.update(existing.id, bodyOf(typed)), { valuesOf });
        return 'API key updated successfully';
      }}
    />
  );
}

type Typed = field.PatchOf<typeof fields> & { updated_at?: string };
