import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type DetailsSection, DetailsSections } from './DetailsSections';
import { Dialog } from './Dialog';
import { DialogBody, DialogFooter } from './DialogParts';

interface DetailsDialogProps {
  opened: boolean;
  onClose: () => void;
  title: string;
  subtitle?: ReactNode;
  sections: readonly DetailsSection[];
  tools?: ReactNode;
  /** Buttons next to Close, the first choice last. */
  actions?: ReactNode;
  /** Instead of "Close", where that is what an action does to the record. */
  closeLabel?: string | undefined;
  /** The address of the record's page. */
  page?: string | undefined;
  size?: number;
}

export function DetailsDialog(props: DetailsDialogProps) {
  return (
    <Dialog
      opened={props.opened}
      onClose={props.onClose}
      title={props.title}
      subtitle={props.subtitle}
      placement="side"
      size={props.size ?? 520}
      closeLabel="Dismiss"
    >
      {/* A scrolling area must be reachable by keyboard. */}
      <DialogBody tabIndex={0} role="group" aria-label={props.title}>
        {props.tools}
        <DetailsSections sections={props.sections} layout="dialog" />
      </DialogBody>
      <DialogFooter>
        <Button variant="default" onClick={props.onClose}>
          {props.closeLabel ?? 'Close'}
        </Button>
        {props.page === undefined ? null : (
          <Button variant="default" component={Link} to={props.page}>
            Open page
          </Button>
        )}
        {props.actions}
      </DialogFooter>
    </Dialog>
  );
}
