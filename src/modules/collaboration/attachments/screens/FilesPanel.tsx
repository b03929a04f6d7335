import { useState } from 'react';
import { ConfirmDialog } from '~/kit/ui/dialog/ConfirmDialog';
import { EmptyState, FailedState, LoadingRows } from '~/kit/ui/messages/ListStates';
import { Panel } from '~/kit/ui/elements/Panel';
import { toast } from '~/kit/ui/messages/toasts';
import type { RecordPart } from '~/modules/records/records/screens/RecordPage';
import type { AttachedFile } from '../attachments.fields';
import { FilePreview } from './FilePreview';
import { FileRow } from './FileRow';
import { type Files, useFiles, useUploads } from './files.client';
import { UploadArea } from './UploadArea';
import classes from './Files.module.css';

/** "Files" on a record's page (docs/product/records.md#files). */
export default function FilesPanel({ kind, id, canWrite }: RecordPart) {
  const files = useFiles(kind, id);
  const [recordToDelete, setRecordToDelete] = useState<AttachedFile | null>(null);
  const [shown, setShown] = useState<AttachedFile | null>(null);
  const uploads = useUploads(files, ({ name }) => toast('success', `File "${name}" added`));
  return (
    <Panel as="div" className={classes.panel}>
      {canWrite ? <UploadArea uploads={uploads} /> : null}
      <FileList files={files} canWrite={canWrite} onOpen={setShown} onDelete={setRecordToDelete} />
      <FilePreview file={shown} onClose={() => setShown(null)} />
      <ConfirmDialog
        opened={recordToDelete !== null}
        title="Delete File"
        subject={recordToDelete?.name}
        message="The file will be deleted for everyone. This cannot be undone."
        confirmLabel="Delete File"
        danger
        onConfirm={async () => {
          if (!recordToDelete) return;
          await files.delete(recordToDelete.id);
          return `File "${recordToDelete.name}" deleted`;
        }}
        onClose={() => setRecordToDelete(null)}
      />
    </Panel>
  );
}

interface ListProps {
  files: Files;
  canWrite: boolean;
  onOpen: (file: AttachedFile) => void;
  onDelete: (file: AttachedFile) => void;
}

function FileList({ files, canWrite, onOpen, onDelete }: ListProps) {
  if (files.state === 'failed')
    return <FailedState text="The files could not be loaded" onRetry={files.retry} />;
  if (files.state === 'loading') return <LoadingRows columns={2} text="Loading files..." />;
  if (files.rows.length === 0)
    return (
      <EmptyState
        text="No files yet"
        hint="Add drawings, quotations, certificates and photos of this record."
        action={null}
      />
    );
  return (
    <ul className={classes.files} aria-label="Files">
      {files.rows.map((file) => (
        <FileRow
          key={file.id}
          file={file}
          canWrite={canWrite}
          onOpen={() => onOpen(file)}
          onDelete={() => onDelete(file)}
        />
      ))}
    </ul>
  );
}
