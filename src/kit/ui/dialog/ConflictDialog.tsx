import { Button, Radio } from '@mantine/core';
import { useState } from 'react';
import { formatInstant } from '~/kit/shared/time/days';
import type { Chosen, ConflictQuestion, ConflictWords } from '~/kit/ui/data/conflicts';
import { SoftText } from '~/kit/ui/elements/SoftText';
import { Dialog } from './Dialog';
import { DialogBody, DialogFooter, DialogForm } from './DialogParts';
import classes from './ConflictDialog.module.css';

interface Props {
  opened: boolean;
  question: ConflictQuestion;
  timeZone: string;
  onAnswer: (chosen: Chosen) => void;
}

/** "Changed by someone else": each field that two people have changed, with both values. */
export default function ConflictDialog({ opened, question, timeZone, onAnswer }: Props) {
  return (
    <Dialog
      opened={opened}
      onClose={() => onAnswer(null)}
      title="Changed by someone else"
      placement="question"
      size="lg"
    >
      <Choices
        key={`${question.changedAt} ${question.subject ?? ''}`}
        question={question}
        timeZone={timeZone}
        onAnswer={onAnswer}
      />
    </Dialog>
  );
}

function Choices({ question, timeZone, onAnswer }: Omit<Props, 'opened'>) {
  const { subject = 'This record', changedAt, fields } = question;
  const [chosen, setChosen] = useState<NonNullable<Chosen>>(() =>
    Object.fromEntries(fields.map(({ field }) => [field, 'mine'])),
  );
  return (
    <DialogForm
      onSubmit={(event) => {
        event.preventDefault();
        onAnswer(chosen);
      }}
    >
      <DialogBody>
        <SoftText>
          {subject} was saved by someone else on {formatInstant(changedAt, timeZone)}. You both
          changed these fields. Choose which value to keep. All other changes are kept.
        </SoftText>
        {fields.map((words) => (
          <Radio.Group
            key={words.field}
            className={classes.field}
            label={words.label}
            value={chosen[words.field] ?? 'mine'}
            onChange={(side) =>
              setChosen((now) => ({
                ...now,
                [words.field]: side === 'theirs' ? 'theirs' : 'mine',
              }))
            }
          >
            <Sides words={words} />
          </Radio.Group>
        ))}
      </DialogBody>
      <DialogFooter>
        <Button variant="default" onClick={() => onAnswer(null)}>
          Keep editing
        </Button>
        <Button type="submit" data-autofocus>
          Save
        </Button>
      </DialogFooter>
    </DialogForm>
  );
}

function Sides({ words: { mine, theirs } }: { words: ConflictWords }) {
  return (
    <div className={classes.sides}>
      <Radio value="mine" label="Yours" description={mine || <Nothing />} />
      <Radio value="theirs" label="Theirs" description={theirs || <Nothing />} />
    </div>
  );
}

function Nothing() {
  return (
    <>
      <span aria-hidden="true">—</span>
      <span className="visually-hidden">nothing</span>
    </>
  );
}
