import { Button } from '@mantine/core';
import { useState } from 'react';
import { attempt } from '~/kit/ui/calls/reportFailure';
import { toast } from '~/kit/ui/messages/toasts';
import { fieldError } from '~/kit/shared/fields/typed-values';
import { noteText } from '../notes.fields';
import { MentionInput } from './MentionInput';
import classes from './Notes.module.css';
import { useDraft } from '~/kit/ui/form/useDraft';
import { createHolder } from '~/kit/ui/hooks/holder';
import { type Mentionable, mentionedIn } from '../mentions.rules';

interface Props {
  label: string;
  baseline: NoteText;
  draft: { key: string; version: string | null };
  texts: { done: string; refused: string };
  onSave: (note: { text: string; mentions: number[] }, sendKey: string) => Promise<unknown>;
  onDone?: () => void;
  onCancel?: () => void;
}

/** A note being written or changed. What was typed outlives a refusal and a reload. */
export function NoteEditor(props: Props) {
  const { label, onCancel } = props;
  const { note, error, setError, isSaving, send } = useSending(props);
  return (
    <form
      className={classes.editor}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <MentionInput
        label={label}
        text={note.text}
        onText={(text) => {
          note.setText(text);
          setError(null);
        }}
        onPick={note.pick}
        onSend={() => void send()}
        error={error}
        autoFocus={onCancel !== undefined}
      />
      <div className={classes.buttons}>
        {onCancel ? (
          <Button
            variant="default"
            size="xs"
            onClick={() => {
              note.end();
              onCancel();
            }}
          >
            Cancel
          </Button>
        ) : null}
        <Button type="submit" size="xs" loading={isSaving}>
          Save Note
        </Button>
      </div>
    </form>
  );
}

function useSending({ baseline, draft, texts, onSave, onDone }: Props) {
  const note = useNoteText(baseline, draft);
  const [error, setError] = useState<string | null>(null);
  const [isSaving, setSaving] = useState(false);
  const send = async () => {
    const problem = fieldError(noteText, note.text, 'form');
    setError(problem);
    if (problem !== null || isSaving) return;
    const sent = { text: note.text, mentions: note.mentions() };
    setSaving(true);
    await attempt(texts, async () => {
      await onSave(sent, note.keyFor(sent));
      note.end();
      onDone?.();
      toast('success', texts.done);
    });
    setSaving(false);
  };
  return { note, error, setError, isSaving, send };
}

interface NoteText {
  text: string;
  picked: readonly Mentionable[];
}

/** A note as it is typed; `draft` names where it outlives a reload. */
function useNoteText(baseline: NoteText, draft: { key: string; version: string | null }) {
  const [values, show] = useState(baseline);
  const [typed] = useState(() => createHolder(baseline));
  const setValues = (next: (now: NoteText) => NoteText) => {
    typed.set(next(typed.get()));
    show(typed.get());
  };
  const draftState = useDraft(draft, values, {
    getValues: typed.get,
    getBaseline: () => baseline,
    setValues,
    isSame: (one, other) => one.text === other.text,
  });
  return {
    text: values.text,
    mentions: () => mentionedIn(typed.get().text, typed.get().picked),
    setText: (text: string) => setValues((now) => ({ ...now, text })),
    pick: (person: Mentionable) =>
      setValues((now) => ({ ...now, picked: [...now.picked, person] })),
    keyFor: draftState.draft.keys.keyFor,
    end: () => {
      setValues(() => baseline);
      draftState.draft.end();
    },
  };
}
