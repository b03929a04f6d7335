import { type KeyboardEvent, type RefObject, useId, useMemo, useState } from 'react';
import {
  fullName,
  useDirectory,
} from '~/modules/organization/users/administration/screens/users.client';
import { mentionAt, type Mentionable, offeredPeople, withMention } from '../mentions.rules';

/** The active people by name. */
export function usePeople(): readonly Mentionable[] {
  const { rows } = useDirectory();
  return useMemo(
    () =>
      rows
        .filter((user) => user.is_active)
        .map((user) => ({ id: user.id, name: fullName(user) }))
        .filter(({ name }) => name !== ''),
    [rows],
  );
}

interface Typing {
  text: string;
  input: RefObject<HTMLTextAreaElement | null>;
  onPick: (person: Mentionable, text: string) => void;
}

/** The list of people that opens at an @ in a text: arrows, Enter or Tab, Escape, or a click. */
export function useMentions({ text, input, onPick }: Typing) {
  const people = usePeople();
  const [caret, setCaret] = useState<number | null>(null);
  const [active, setActive] = useState(0);
  const [refused, setRefused] = useState<string | null>(null);
  const listId = useId();
  const typing = caret === null ? null : mentionAt(text, caret);
  const offered = typing ? offeredPeople(people, typing.query) : [];
  const isOpen = offered.length > 0 && refused !== text;
  const at = Math.min(active, offered.length - 1);
  const follow = () => {
    setCaret(input.current?.selectionStart ?? null);
    setActive(0);
  };
  const pick = (person: Mentionable) => {
    if (!typing || caret === null) return;
    const next = withMention(text, { from: typing.from, caret }, person);
    onPick(person, next.text);
    setCaret(null);
    requestAnimationFrame(() => {
      input.current?.focus();
      input.current?.setSelectionRange(next.caret, next.caret);
    });
  };
  const optionId = (id: number) => `${listId}-${id}`;
  const chosen = offered[at];
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isOpen || !chosen || event.nativeEvent.isComposing) return;
    act(event, {
      ArrowDown: () => setActive((at + 1) % offered.length),
      ArrowUp: () => setActive((at + offered.length - 1) % offered.length),
      Enter: () => pick(chosen),
      Tab: () => pick(chosen),
      Escape: () => setRefused(text),
    });
  };
  return {
    isOpen,
    offered,
    active: at,
    pick,
    listId,
    optionId,
    follow,
    close: () => setCaret(null),
    /** For the text area. */
    aria: {
      'aria-autocomplete': 'list' as const,
      'aria-haspopup': 'listbox' as const,
      ...(isOpen && chosen
        ? { 'aria-controls': listId, 'aria-activedescendant': optionId(chosen.id) }
        : {}),
    },
    onKeyDown,
  };
}

function act(event: KeyboardEvent, does: Partial<Record<string, () => void>>): void {
  const doing = does[event.key];
  if (!doing) return;
  event.preventDefault();
  event.stopPropagation();
  doing();
}
