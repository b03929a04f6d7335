import { api } from '~/kit/ui/calls/api';
import { Dialog } from '~/kit/ui/dialog/Dialog';
import { DialogBody } from '~/kit/ui/dialog/DialogParts';
import { useLast } from '~/kit/ui/hooks/useLast';
import { callPath } from '~/modules/organization/kinds/kinds.rules';
import { channelLabel } from '~/modules/records/records/channels.fields';
import type { ContactToLog } from '~/modules/records/records/screens/contacts.client';
import type { RecordNote } from '../notes.fields';
import { NoteEditor } from './NoteEditor';

interface Props {
  contact: ContactToLog | null;
  onClose: () => void;
}

/** Writes a note about a call, chat or visit. */
export default function LogDialog({ contact, onClose }: Props) {
  const last = useLast(contact);
  if (!last) return null;
  const { kind, id, name, channel } = last;
  const label = channelLabel(channel);
  return (
    <Dialog
      opened={contact !== null}
      onClose={onClose}
      title={`Log ${label}`}
      subtitle={name}
      closeLabel="Close"
    >
      <DialogBody>
        <NoteEditor
          key={`${kind} ${id} ${channel}`}
          label="Note"
          baseline={{ text: '', picked: [] }}
          draft={{ key: `${channel} of ${kind} ${id}`, version: null }}
          texts={{ done: `${label} logged`, refused: `Failed to log ${label}` }}
          onSave={(note, idempotencyKey) =>
            api.post<RecordNote>(
              `${callPath(kind)}/${id}/notes`,
              { ...note, channel },
              { idempotencyKey },
            )
          }
          onDone={onClose}
          onCancel={onClose}
        />
      </DialogBody>
    </Dialog>
  );
}
