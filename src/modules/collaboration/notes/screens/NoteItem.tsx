import { useState } from 'react';
import { formatInstant, relativeInstant } from '~/kit/shared/time/days';
import { Avatar } from '~/kit/ui/elements/Avatar';
import { Badge } from '~/kit/ui/elements/Badge';
import { RowButton } from '~/kit/ui/elements/RowButton';
import { SoftText } from '~/kit/ui/theme/SoftText';
import { useCompany } from '~/modules/organization/company/screens/settings.client';
import { useSession } from '~/modules/organization/users/sessions/screens/session.client';
import { channelLabel } from '~/modules/records/records/channels.fields';
import { type Mentionable, partsOf } from '../mentions.rules';
import type { RecordNote } from '../notes.fields';
import { canChangeNote, canDeleteNote } from '../notes.rules';
import { NoteEditor } from './NoteEditor';
import type { Notes } from './notes.client';
import classes from './Notes.module.css';

interface Props {
  note: RecordNote;
  notes: Notes;
  people: readonly Mentionable[];
  canWrite: boolean;
  now: string;
  onDelete: (note: RecordNote) => void;
}

export function NoteItem({ note, notes, people, canWrite, now, onDelete }: Props) {
  const [isEditing, setEditing] = useState(false);
  const { timeZone } = useCompany();
  const mentioned = people.filter(({ id }) => note.mentions.includes(id));
  const [first_name = '', ...rest] = note.created_by_name.split(' ');
  const face = { first_name, last_name: rest.join(' '), email: '' };
  return (
    <li className={classes.note}>
      <Avatar user={face} />
      <div className={classes.reported}>
        <p className={classes.who}>
          <strong>{note.created_by_name}</strong>{' '}
          {note.channel === null ? null : <Badge color="gray">{channelLabel(note.channel)}</Badge>}{' '}
          <SoftText as="span" small>
            <time dateTime={note.created_at} title={formatInstant(note.created_at, timeZone)}>
              {relativeInstant(note.created_at, now, timeZone)}
            </time>
            {note.updated_at === note.created_at ? '' : ', edited'}
          </SoftText>
        </p>
        {isEditing ? (
          <NoteEditor
            label="Edit Note"
            baseline={{ text: note.text, picked: mentioned }}
            draft={{ key: `note ${note.id}`, version: note.updated_at }}
            texts={{ done: 'Note updated', refused: 'Failed to update note' }}
            onSave={(sent) => notes.change(note.id, { ...sent, updated_at: note.updated_at })}
            onDone={() => setEditing(false)}
            onCancel={() => setEditing(false)}
          />
        ) : (
          <NoteText text={note.text} people={mentioned} />
        )}
      </div>
      {canWrite && !isEditing ? (
        <Buttons note={note} onEdit={() => setEditing(true)} onDelete={onDelete} />
      ) : null}
    </li>
  );
}

function NoteText({ text, people }: { text: string; people: readonly Mentionable[] }) {
  const parts = partsOf(
    text,
    people.map(({ name }) => name),
  );
  return (
    <p className={classes.text}>
      {parts.map((part, index) =>
        part.isMention ? (
          <span key={index} className={classes.mention}>
            {part.text}
          </span>
        ) : (
          part.text
        ),
      )}
    </p>
  );
}

interface ButtonsProps extends Pick<Props, 'note' | 'onDelete'> {
  onEdit: () => void;
}

function Buttons({ note, onEdit, onDelete }: ButtonsProps) {
  const { timeZone } = useCompany();
  const session = useSession();
  const which = `note by ${note.created_by_name} of ${formatInstant(note.created_at, timeZone)}`;
  return (
    <div className={classes.noteButtons}>
      {canChangeNote(session, note).ok ? (
        <RowButton verb="Edit" name={which} onClick={onEdit} />
      ) : null}
      {canDeleteNote(session, note).ok ? (
        <RowButton verb="Delete" name={which} onClick={() => onDelete(note)} isRed />
      ) : null}
    </div>
  );
}
