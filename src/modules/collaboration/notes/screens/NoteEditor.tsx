import { Button } from '@mantine/core';
import { useState } from 'react';
import { failureText } from '~/kit/ui/data/api';
import { toast } from '~/kit/ui/elements/toasts';
import { fieldError } from '~/kit/shared/fields/typed-values';
import { noteText } from '../notes.fields';
import { MentionInput } from './MentionInput';
import { type NoteText, useNoteText } from './useNoteText';
import classes from './Notes.module.css';

interface Props {
  label: string;
  baseline: NoteText;
  draft: { key: string; version: string | null };
  submitLabel: string;
  texts: { done: string; refused: string };
  onSave: (note: { text: string; mentions: number[] }, sendKey: string) => Promise<void>;
  onDone?: () => void;
  onCancel?: () => void;
}

/** A note being written or changed. What was typed outlives a refusal and a reload. */
export function NoteEditor(props: Props) {
  const { label, submitLabel, onCancel } = props;
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
          {submitLabel}
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
    try {
      await onSave(sent, note.keyFor(sent));
      note.end();
      onDone?.();
      toast('success', texts.done);
    } catch (failure) {
      toast('error', failureText(failure, { refused: texts.refused, offlineText: texts.refused }));
    } finally {
      setSaving(false);
    }
  };
  return { note, error, setError, isSaving, send };
}
