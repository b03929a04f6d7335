import { orTryAgain } from '~/kit/ui/calls/reportFailure';
import { FormDialog } from '~/kit/ui/form/FormDialog';
import { type Workspace, workspaceFields } from '../workspaces.fields';
import type { Workspaces } from './workspaces.client';

interface FormProps {
  workspaces: Workspaces;
  subject: Workspace | 'new' | null;
  onClose: () => void;
}

export default function WorkspaceForm({ workspaces, subject, onClose }: FormProps) {
  const existing = subject === 'new' || subject === null ? null : subject;
  const refused = `Failed to ${existing ? 'update' : 'create'} workspace`;
  return (
    <FormDialog
      opened={subject !== null}
      onClose={onClose}
      title={existing ? 'Edit Workspace' : 'Add Workspace'}
      size="lg"
      fields={workspaceFields}
      initial={existing ?? undefined}
      submitLabel={existing ? 'Save Workspace' : 'Create Workspace'}
      failed={orTryAgain(refused)}
      onSubmit={async (values, _key, save) => {
        const saved = existing
          ? await save(values, (body) => workspaces.update(existing.id, body))
          : await workspaces.create(values);
        const done = existing ? 'updated' : 'created';
        return `Workspace "${saved.name}" has been ${done} successfully`;
      }}
    />
  );
}
