import { useState } from 'react';
import { useDraft } from '~/kit/ui/form/useDraft';
import { createHolder } from '~/kit/ui/hooks/holder';
import { type Mentionable, mentionedIn } from '../mentions.rules';

export interface NoteText {
  text: string;
  picked: readonly Mentionable[];
}

/** A note as it is typed; `draft` names where it outlives a reload. */
export function useNoteText(baseline: NoteText, draft: { key: string; version: string | null }) {
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
