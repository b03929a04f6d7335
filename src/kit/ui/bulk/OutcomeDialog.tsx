import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Dialog } from '~/kit/ui/dialog/Dialog';
import { DialogBody, DialogFooter } from '~/kit/ui/dialog/DialogParts';
import type { Outcome } from './outcomes';
import classes from './Bulk.module.css';

interface Props {
  opened: boolean;
  outcome: Outcome;
  onClose: () => void;
}

/** So many are listed; a page of thousands would hold the browser up. */
const mostListed = 500;

export default function OutcomeDialog({ opened, outcome, onClose }: Props) {
  const { title, message, path, records } = outcome;
  const more = records.length - mostListed;
  return (
    <Dialog opened={opened} onClose={onClose} title={title} size="lg" closeLabel="Dismiss">
      <DialogBody tabIndex={0} role="group" aria-label={title}>
        <p className={classes.message}>{message}</p>
        <ul className={classes.outcomes}>
          {records.slice(0, mostListed).map(({ id, name, reason }) => (
            <li key={id}>
              {path === null ? (
                <strong>{name}</strong>
              ) : (
                <Link to={path} search={{ view: id } as object} onClick={onClose}>
                  {name}
                </Link>
              )}
              <span>{reason}</span>
            </li>
          ))}
        </ul>
        {more > 0 ? <p>{`And ${more} more.`}</p> : null}
      </DialogBody>
      <DialogFooter>
        <Button data-autofocus onClick={onClose}>
          Close
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
