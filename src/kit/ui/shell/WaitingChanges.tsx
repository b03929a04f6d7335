import { Button } from '@mantine/core';
import { formatInstant } from '~/kit/shared/time/days';
import { companyZone } from '~/kit/ui/inputs/companyToday';
import { sendWaiting, waitingQueue } from '~/kit/ui/waiting/waiting';
import { keyOf, type Queue, theirText, type WaitingChange } from '~/kit/ui/waiting/waiting-change';
import { Dialog } from '~/kit/ui/dialog/Dialog';
import { DialogBody } from '~/kit/ui/dialog/DialogParts';
import { SoftText } from '~/kit/ui/theme/SoftText';
import classes from './WaitingChanges.module.css';

interface Props {
  opened: boolean;
  changes: Queue;
  onClose: () => void;
}

/** What waits, in the order in which it is sent (docs/product/screens.md#without-a-connection). */
export function WaitingChanges({ opened, changes, onClose }: Props) {
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title="Waiting changes"
      subtitle="Sent in this order when you are back online"
      size="lg"
      closeLabel="Close"
    >
      <DialogBody>
        {changes.length === 0 ? <SoftText>Nothing is waiting.</SoftText> : null}
        <ol className={classes.list}>
          {changes.map((change) => (
            <Entry key={keyOf(change)} change={change} />
          ))}
        </ol>
      </DialogBody>
    </Dialog>
  );
}

function Entry({ change }: { change: WaitingChange }) {
  const { name, words: texts, since, stuck: blocked } = change;
  return (
    <li className={classes.entry}>
      <div className={classes.what}>
        <strong>{name}</strong>
        <div>
          {texts.field}: {shown(texts.from)} → <strong>{shown(texts.to)}</strong>
        </div>
        <SoftText as="div" small>
          Since {formatInstant(new Date(since).toISOString(), companyZone())}
        </SoftText>
        {blocked ? (
          <div className={classes.blocked}>
            {blocked.kind === 'refused'
              ? blocked.sentence
              : `Someone else changed this to “${shown(theirText(change, blocked.theirs))}”.`}
          </div>
        ) : null}
      </div>
      <Choices change={change} />
    </li>
  );
}

function Choices({ change }: { change: WaitingChange }) {
  const { stuck: blocked, name, words: texts } = change;
  const about = `${texts.field} of ${name}`;
  const discard = () => waitingQueue.discard(change);
  const sendOn = (patch: Partial<WaitingChange>) => {
    waitingQueue.replace({ ...change, ...patch, stuck: null });
    sendWaiting();
  };
  if (blocked?.kind === 'conflict') {
    const { theirs: base, version } = blocked;
    return (
      <div className={classes.choices}>
        <Choice label="Use yours" about={about} onClick={() => sendOn({ base, version })} />
        <Choice label="Use theirs" about={about} onClick={discard} />
      </div>
    );
  }
  return (
    <div className={classes.choices}>
      {blocked ? <Choice label="Try again" about={about} onClick={() => sendOn({})} /> : null}
      <Choice label="Discard" about={about} onClick={discard} />
    </div>
  );
}

function Choice({ label, about, onClick }: { label: string; about: string; onClick: () => void }) {
  return (
    <Button variant="default" size="compact-sm" aria-label={`${label}: ${about}`} onClick={onClick}>
      {label}
    </Button>
  );
}

function shown(text: string): string {
  return text === '' ? 'nothing' : text;
}
