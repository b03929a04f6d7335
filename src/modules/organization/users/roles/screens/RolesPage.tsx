import { IconShieldLock } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { counted } from '~/kit/shared/money/numbers';
import { ConfirmDelete } from '~/kit/ui/dialog/ConfirmDelete';
import { AddButton } from '~/kit/ui/elements/AddButton';
import { DataTable } from '~/kit/ui/grid/DataTable';
import { deleteAction, editAction } from '~/kit/ui/grid/RowActions';
import type { Column, RowAction } from '~/kit/ui/columns/tableColumn';
import { attempt, orTryAgain } from '~/kit/ui/calls/reportFailure';
import { toast } from '~/kit/ui/messages/toasts';
import { Page } from '~/kit/ui/shell/Page';
import { SettingSwitch } from '~/modules/organization/company/screens/SettingSwitch';
import { reachOf, atFirst, mergeRights } from '../../rights.rules';
import { type Role, roleFields } from '../../roles.fields';
import { canChange, canDelete, partLabel, partsOf, partText, patchOf } from '../../roles.rules';
import { type Roles, useRoles } from './roles.client';
import { subjectLabel, subjectNames } from '~/modules/organization/kinds/kinds.rules';
import { SoftText } from '~/kit/ui/theme/SoftText';
import { FormDialog } from '~/kit/ui/form/FormDialog';
import type { BodyTexts } from '~/kit/ui/form/saveOver';
import { RightsGrid } from './RightsGrid';

interface FormProps {
  roles: Roles;
  subject: Role | 'new' | null;
  onClose: () => void;
}

const sections = [{ title: '', names: ['name'] }] as const;

/** The form of one role; mounted again for each one that it opens with. */
function RoleForm({ roles, subject, onClose }: FormProps) {
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

type Open = { what: 'edit' | 'delete'; id: number } | { what: 'create' };

const requirementOfUsers = (
  <SettingSwitch
    setting="user_second_factor_required"
    label="Require two-step sign-in of users without a role"
    description="Users without a role must set up two-step sign-in before they continue."
    texts={{
      on: 'Users without a role now need two-step sign-in',
      off: 'Users without a role no longer need two-step sign-in',
    }}
  />
);

/** "Roles" (docs/product/roles.md#screens). */
export default function RolesPage() {
  const roles = useRoles();
  const [open, setOpen] = useState<Open | null>(null);
  const rowActions = useMemo<readonly RowAction<Role>[]>(
    () => [
      editAction(
        ({ id }: Role) => setOpen({ what: 'edit', id }),
        (role) => canChange(role, { name: role.name }).ok,
      ),
      requirementAction(roles),
      deleteAction(
        ({ id }: Role) => setOpen({ what: 'delete', id }),
        (role) => canDelete(role).ok,
      ),
    ],
    [roles],
  );
  const chosen = open && 'id' in open ? roles.rows.find(({ id }) => id === open.id) : undefined;
  const subject = open?.what === 'edit' ? (chosen ?? null) : null;
  const recordToDelete = open?.what === 'delete' ? (chosen ?? null) : null;
  const close = () => setOpen(null);
  return (
    <Page
      fill
      title="Roles"
      subtitle="What users may see and do"
      actions={<AddButton onClick={() => setOpen({ what: 'create' })}>Add Role</AddButton>}
    >
      {requirementOfUsers}
      <DataTable
        label="Roles"
        rows={roles.rows}
        columns={columns}
        rowId={(role) => role.id}
        rowActions={rowActions}
        state={roles.state}
        loadingText="Loading roles..."
        failedText="Roles could not be loaded"
        onRetry={roles.retry}
        emptyText="No roles found"
      />
      {open?.what === 'create' || subject ? (
        <RoleForm
          key={subject?.id ?? 'new'}
          roles={roles}
          subject={subject ?? 'new'}
          onClose={close}
        />
      ) : null}
      <DeleteRole roles={roles} role={recordToDelete} onClose={close} />
    </Page>
  );
}

interface DeleteRoleProps {
  roles: Roles;
  role: Role | null;
  onClose: () => void;
}

function DeleteRole({ roles, role, onClose }: DeleteRoleProps) {
  return (
    <ConfirmDelete
      noun="Role"
      record={role}
      label={role?.name}
      message="Only a role that no user has can be deleted."
      onDelete={roles.delete}
      done={`Role "${role?.name}" has been deleted`}
      offlineText="Failed to delete role. Please try again."
      onClose={onClose}
    />
  );
}

function requirementAction(roles: Roles): RowAction<Role> {
  return {
    key: 'factor',
    label: ({ second_factor_required }) =>
      second_factor_required ? 'Stop Requiring Two-Step Sign-In' : 'Require Two-Step Sign-In',
    icon: <IconShieldLock size={16} />,
    onClick: (role) => void changeDemand(roles, role),
  };
}

async function changeDemand(roles: Roles, role: Role): Promise<void> {
  const second_factor_required = !role.second_factor_required;
  await attempt(orTryAgain('Failed to update role'), async () => {
    await roles.update(role.id, { second_factor_required });
    const verb = second_factor_required ? 'now need' : 'no longer need';
    toast('success', `People with the role "${role.name}" ${verb} two-step sign-in`);
  });
}

const columns: readonly Column<Role>[] = [
  { key: 'name', title: 'Name', width: 200, text: ({ name }) => name },
  {
    key: 'user_count',
    title: 'Users',
    width: 110,
    text: ({ user_count }) => counted(user_count, 'user'),
  },
  { key: 'reads', title: 'Reads', width: 420, text: readsOf },
  {
    key: 'second_factor_required',
    title: 'Two-Step Sign-In',
    width: 150,
    text: ({ second_factor_required }) => (second_factor_required ? 'Required' : 'Optional'),
    narrowText: ({ second_factor_required }) =>
      `Two-step sign-in ${second_factor_required ? 'required' : 'optional'}`,
  },
  {
    key: 'is_ready_made',
    title: 'Built-in',
    width: 120,
    text: ({ is_ready_made }) => (is_ready_made ? 'Yes' : 'No'),
  },
];

/** `Leads, Customers, Orders`. */
function readsOf({ rights }: Role): string {
  const read = subjectNames.filter((each) => reachOf({ role: 'user', rights }, each) !== 'none');
  if (read.length === subjectNames.length) return 'Everything';
  return read.map(subjectLabel).join(', ') || 'Nothing';
}
