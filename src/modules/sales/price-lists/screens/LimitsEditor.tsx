import { NativeSelect, TextInput } from '@mantine/core';
import { AddRow } from '~/kit/ui/elements/AddButton';
import { RemoveButton } from '~/kit/ui/elements/RemoveButton';
import { FormHint, FormSection } from '~/kit/ui/form/FormParts';
import { administratorRoleId } from '~/modules/organization/users/roles.fields';
import { useRoles } from '~/modules/organization/users/roles/screens/roles.client';
import { emptyLimit, type TypedLimit } from '../typed-prices.rules';
import classes from './PartsEditor.module.css';

interface Props {
  limits: readonly TypedLimit[];
  onChange: (limits: readonly TypedLimit[]) => void;
}

/** How far below the prices of a list people may go, a row for each role; only administrators see roles. */
export function LimitsEditor({ limits, onChange }: Props) {
  const roles = useRoles();
  const choices = roles.rows
    .filter(({ id }) => id !== administratorRoleId)
    .map(({ id, name }) => ({ value: String(id), label: name }));
  const change = (key: number, values: Partial<TypedLimit>) =>
    onChange(limits.map((each) => (each.key === key ? { ...each, ...values } : each)));
  return (
    <FormSection>
      <legend>Discount Limits</legend>
      <FormHint>
        A role without a row may give any discount. Above its limit, another user confirms the
        order.
      </FormHint>
      <div className={classes.rows}>
        {limits.map(({ key, role_id, percent }, index) => (
          <div key={key} className={classes.limit} role="group" aria-label={`Limit ${index + 1}`}>
            <NativeSelect
              label="Role"
              data={[{ value: '', label: 'Choose a role' }, ...choices]}
              value={role_id === null ? '' : String(role_id)}
              onChange={(event) =>
                change(key, { role_id: Number(event.currentTarget.value) || null })
              }
            />
            <TextInput
              label="Discount up to (%)"
              value={percent}
              inputMode="decimal"
              autoComplete="off"
              onChange={(event) => change(key, { percent: event.currentTarget.value })}
            />
            <RemoveButton
              label={`Remove limit ${index + 1}`}
              onRemove={() => onChange(limits.filter((each) => each.key !== key))}
            />
          </div>
        ))}
      </div>
      <AddRow mb="sm" onClick={() => onChange([...limits, emptyLimit(limits)])}>
        Add Limit
      </AddRow>
    </FormSection>
  );
}
