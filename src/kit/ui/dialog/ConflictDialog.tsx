import { Button, Radio } from '@mantine/core';
import { useState } from 'react';
import { formatInstant } from '~/kit/shared/time/days';
import type { Chosen, ConflictQuestion, ConflictTexts } from '~/kit/ui/calls/conflicts';
import { SoftText } from '~/kit/ui/theme/SoftText';
import { Dialog } from './Dialog';
import { DialogBody, DialogFooter, DialogForm } from './DialogParts';
import classes from './ConflictDialog.module.css';

interface Props {
  opened: boolean;
  question: ConflictQuestion;
  timeZone: string;
  onRespond: (chosen: Chosen) => void;
}

/** "Changed by someone else": each field that two people have changed, with both values. */
export default function ConflictDialog({ opened, question, timeZone, onRespond }: Props) {
  return (
    <Dialog
      opened={opened}
      onClose={() => onRespond(null)}
      title="Changed by someone else"
      placement="question"
      size="lg"
    >
      <Choices
        key={`${question.changedAt} ${question.subject ?? ''}`}
        question={question}
        timeZone={timeZone}
        onRespond={onRespond}
      />
    </Dialog>
  );
}

function Choices({ question, timeZone, onRespond }: Omit<Props, 'opened'>) {
  const { subject = 'This record', changedAt, fields } = question;
  const [chosen, setChosen] = useState<NonNullable<Chosen>>(() =>
    Object.fromEntries(fields.map(({ field }) => [field, 'mine'])),
  );
  return (
    <DialogForm
      onSubmit={(event) => {
        event.preventDefault();
        onRespond(chosen);
      }}
    >
      <DialogBody>
        <SoftText>
          {subject} was saved by someone else on {formatInstant(changedAt, timeZone)}. You both
          changed these fields. Choose which value to keep. All other changes are kept.
        </SoftText>
        {fields.map((texts) => (
          <Radio.Group
            key={texts.field}
            className={classes.field}
            label={texts.label}
            value={chosen[texts.field] ?? 'mine'}
            onChange={(side) =>
              setChosen((now) => ({
                ...now,
                [texts.field]: side === 'theirs' ? 'theirs' : 'mine',
              }))
            }
          >
            <Sides texts={texts} />
          </Radio.Group>
        ))}
      </DialogBody>
      <DialogFooter>
        <Button variant="default" onClick={() => onRespond(null)}>
          Keep editing
        </Button>
        <Button type="submit" data-autofocus>
          Save
        </Button>
      </DialogFooter>
    </DialogForm>
  );
}

function Sides({ texts: { mine, theirs } }: { texts: ConflictTexts }) {
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
      <span aria-hidden="true">–</span>
      <span className="visually-hidden">nothing</span>
    </>
  );
}
