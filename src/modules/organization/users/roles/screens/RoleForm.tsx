import { useState } from 'react';
import { orTryAgain } from '~/kit/ui/data/reportFailure';
import { SoftText } from '~/kit/ui/elements/SoftText';
import { FormDialog } from '~/kit/ui/form/FormDialog';
import type { BodyTexts } from '~/kit/ui/form/saveOver';
import { atFirst, mergeRights } from '../../rights.rules';
import { partLabel, partsOf, partText, patchOf } from '../../role-parts.rules';
import { type Role, roleFields } from '../../roles.fields';
import { RightsGrid } from './RightsGrid';
import type { Roles } from './roles.client';

interface FormProps {
  roles: Roles;
  subject: Role | 'new' | null;
  onClose: () => void;
}

const sections = [{ title: '', names: ['name'] }] as const;

/** The form of one role; mounted again for each one that it opens with. */
export function RoleForm({ roles, subject, onClose }: FormProps) {
  const existing = subject === 'new' ? null : subject;
  const [before] = useState(() => mergeRights(atFirst, existing?.rights ?? {}));
  const [rights, setRights] = useState(before);
  return (
    <FormDialog
      opened={subject !== null}
      onClose={onClose}
      title={existing ? 'Edit Role' : 'Add Role'}
      size="xl"
      fields={roleFields}
      sections={sections}
      initial={existing ?? undefined}
      isChangedBeside={JSON.stringify(rights) !== JSON.stringify(before)}
      submitLabel={existing ? 'Save Role' : 'Create Role'}
      failed={orTryAgain(`Failed to ${existing ? 'update' : 'create'} role`)}
      onSubmit={async ({ name = '' }, _key, save) => {
        const saved = existing
          ? await save(
              partsOf({ name, rights }),
              (parts) => roles.update(existing.id, patchOf(parts)),
              roleTexts,
            )
          : await roles.create({ name, rights });
        return `Role "${saved.name}" has been ${existing ? 'updated' : 'created'}`;
      }}
    >
      <RightsGrid rights={rights} onChange={setRights} />
      <SoftText small>
        Forms offer only records that the user may read. To create orders, a role must be able to
        read customers, products and services.
      </SoftText>
    </FormDialog>
  );
}

const roleTexts: BodyTexts = {
  valuesOf: (row) => ({ ...partsOf(row as Role) }),
  labelOf: partLabel,
  textOf: partText,
};
