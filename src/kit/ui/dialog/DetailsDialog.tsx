import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Dialog } from './Dialog';
import { DialogBody, DialogFooter } from './DialogParts';
import { SoftText } from '~/kit/ui/elements/SoftText';
import classes from './DetailsDialog.module.css';

export interface Detail {
  label: string;
  value: ReactNode;
  wide?: boolean;
}

export interface DetailsSection {
  title: string;
  details?: readonly Detail[];
  text?: string | null;
  content?: ReactNode;
}

interface DetailsDialogProps {
  opened: boolean;
  onClose: () => void;
  title: string;
  subtitle?: ReactNode;
  sections: readonly DetailsSection[];
  tools?: ReactNode;
  /** Buttons beside Close, the first choice last. */
  actions?: ReactNode;
  placement?: 'side' | 'center';
  size?: number;
}

export function DetailsDialog(props: DetailsDialogProps) {
  return (
    <Dialog
      opened={props.opened}
      onClose={props.onClose}
      title={props.title}
      subtitle={props.subtitle}
      placement={props.placement ?? 'side'}
      size={props.size ?? 520}
      closeLabel="Dismiss"
    >
      {/* A scrolling area must be reachable by keyboard. */}
      <DialogBody tabIndex={0} role="group" aria-label={props.title}>
        {props.tools}
        {props.sections.map((section) => (
          <Section key={section.title} section={section} />
        ))}
      </DialogBody>
      <DialogFooter>
        <Button variant="default" onClick={props.onClose}>
          Close
        </Button>
        {props.actions}
      </DialogFooter>
    </Dialog>
  );
}

function Section({ section }: { section: DetailsSection }) {
  return (
    <section className={classes.section}>
      <h3 className={classes.title}>{section.title}</h3>
      {section.details ? (
        <dl className={classes.list}>
          {section.details.map((detail) => (
            <div key={detail.label} data-wide={detail.wide || undefined}>
              <dt>{detail.label}</dt>
              <dd>
                <Value value={detail.value} />
              </dd>
            </div>
          ))}
        </dl>
      ) : null}
      {section.content}
      {section.text === undefined ? null : (
        <p className={classes.text}>
          <Value value={section.text} />
        </p>
      )}
    </section>
  );
}

function Value({ value }: { value: ReactNode }) {
  if (value !== null && value !== undefined && value !== '') return value;
  return (
    <SoftText as="span">
      <span aria-hidden="true">—</span>
      <span className="visually-hidden">Not given</span>
    </SoftText>
  );
}
