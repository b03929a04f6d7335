import { useState } from 'react';
import { useDraft } from '~/kit/ui/form/useDraft';
import { useLatest } from '~/kit/ui/hooks/useLatest';
import { type Mentionable, mentionedIn } from '../mentions.rules';

export interface NoteText {
  text: string;
  picked: readonly Mentionable[];
}

/** A note as it is typed; `draft` names where it outlives a reload. */
export function useNoteText(baseline: NoteText, draft: { key: string; version: string | null }) {
  const [values, setValues] = useState(baseline);
  const latest = useLatest(values);
  const kept = useDraft(draft, values, {
    getValues: () => latest.current,
    getBaseline: () => baseline,
    setValues,
    isSame: (one, other) => one.text === other.text,
  });
  return {
    text: values.text,
    mentions: () => mentionedIn(values.text, values.picked),
    setText: (text: string) => setValues((now) => ({ ...now, text })),
    pick: (person: Mentionable) =>
      setValues((now) => ({ ...now, picked: [...now.picked, person] })),
    keyFor: kept.draft.keys.keyFor,
    end: () => {
      kept.draft.end();
      setValues(baseline);
    },
  };
}
