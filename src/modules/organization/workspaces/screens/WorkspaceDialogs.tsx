import { failureText } from '~/kit/ui/data/api';
import { ConfirmDialog } from '~/kit/ui/dialog/ConfirmDialog';
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
        await said(refused, async () => {
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

interface QuestionProps {
  workspaces: Workspaces;
  doomed: Workspace | null;
  onClose: () => void;
}

/** States what happens to a workspace's records before it is deleted. */
export function WorkspaceQuestion({ workspaces, doomed, onClose }: QuestionProps) {
  return (
    <ConfirmDialog
      opened={doomed !== null}
      title="Delete Workspace"
      subject={doomed?.name}
      message="Its leads, customers, orders and invoices stay, but are shown only under Whole company."
      confirmLabel="Delete Workspace"
      danger
      onConfirm={async () => {
        if (!doomed) return;
        await said('Failed to delete workspace', () => workspaces.delete(doomed.id));
        toast('success', `Workspace "${doomed.name}" has been deleted successfully`);
      }}
      onClose={onClose}
    />
  );
}

/** Runs `work`; also reports a failure in a toast with the prefix `refused`. */
export async function said(refused: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    toast('error', failureText(error, { refused, broken: `${refused}. Please try again.` }));
    throw error;
  }
}
