import { reportFailure } from '~/kit/ui/data/reportFailure';
import { FormDialog } from '~/kit/ui/form/FormDialog';
import { toast } from '~/kit/ui/elements/toasts';
import { type Workspace, workspaceFields } from '../workspaces.fields';
import type { Workspaces } from './workspaces.client';

interface FormProps {
  workspaces: Workspaces;
  subject: Workspace | 'new' | null;
  onClose: () => void;
}

export function WorkspaceForm({ workspaces, subject, onClose }: FormProps) {
  const known = subject === 'new' || subject === null ? null : subject;
  return (
    <FormDialog
      opened={subject !== null}
      onClose={onClose}
      title={known ? 'Edit Workspace' : 'Add Workspace'}
      size="lg"
      fields={workspaceFields}
      initial={known ?? undefined}
      submitLabel={known ? 'Save Workspace' : 'Create Workspace'}
      failedText={`Failed to ${known ? 'update' : 'create'} workspace`}
      onSubmit={async (values, _key, save) => {
        const refused = `Failed to ${known ? 'update' : 'create'} workspace`;
        await reportFailure({ refused, broken: `${refused}. Please try again.` }, async () => {
          const saved = known
            ? await save(values, (body) => workspaces.update(known.id, body))
            : await workspaces.create(values);
          const done = known ? 'updated' : 'created';
          toast('success', `Workspace "${saved.name}" has been ${done} successfully`);
        });
      }}
    />
  );
}
