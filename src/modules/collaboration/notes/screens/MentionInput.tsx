import { Textarea } from '@mantine/core';
import { useRef } from 'react';
import type { Mentionable } from '../mentions.rules';
import { useMentions } from './useMentions';
import classes from './Notes.module.css';

interface Props {
  label: string;
  text: string;
  onText: (text: string) => void;
  onPick: (person: Mentionable) => void;
  /** Ctrl+Enter or Cmd+Enter. */
  onSend: () => void;
  error: string | null;
  autoFocus?: boolean;
}

/** A text in which an @ offers people. */
export function MentionInput({ label, text, onText, onPick, onSend, error, autoFocus }: Props) {
  const input = useRef<HTMLTextAreaElement>(null);
  const mentions = useMentions({
    text,
    input,
    onPick: (person, next) => {
      onText(next);
      onPick(person);
    },
  });
  return (
    <div className={classes.writing}>
      <Textarea
        ref={input}
        label={label}
        value={text}
        error={error}
        autosize
        minRows={3}
        maxRows={12}
        placeholder="Write a note. Use @ to mention a colleague."
        autoFocus={autoFocus ?? false}
        data-autofocus={autoFocus || undefined}
        {...mentions.aria}
        onChange={(event) => {
          onText(event.currentTarget.value);
          mentions.follow();
        }}
        onClick={mentions.follow}
        onBlur={mentions.close}
        onKeyDown={(event) => {
          mentions.onKeyDown(event);
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onSend();
        }}
      />
      {mentions.isOpen ? <People mentions={mentions} /> : null}
    </div>
  );
}

function People({ mentions }: { mentions: ReturnType<typeof useMentions> }) {
  const { offered, active, listId, optionId, pick } = mentions;
  return (
    <div id={listId} role="listbox" aria-label="People" className={classes.people}>
      {offered.map((person, index) => (
        <button
          type="button"
          tabIndex={-1}
          key={person.id}
          id={optionId(person.id)}
          role="option"
          aria-selected={index === active}
          className={classes.person}
          // The text keeps the focus.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => pick(person)}
        >
          {person.name}
        </button>
      ))}
    </div>
  );
}
