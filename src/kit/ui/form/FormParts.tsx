import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '~/kit/ui/elements/classNames';
import classes from './Form.module.css';

/** A group of inputs, apart from the one before it; a legend in it is its heading. */
export function FormSection(props: ComponentProps<'fieldset'>) {
  return <fieldset {...props} className={classes.section} />;
}

/** Inputs in two columns where there is room, in one on a phone. */
export function FormGrid(props: ComponentProps<'div'>) {
  return <div {...props} className={classNames(classes.grid, props.className)} />;
}

interface FormFieldProps {
  /** Marks the label with a star. */
  required?: boolean | undefined;
  /** Over both columns of the grid. */
  wide?: boolean;
  /** Keeps no room free for a message below the input. */
  compact?: boolean;
  className?: string | undefined;
  children: ReactNode;
}

/** The place of one input in a form: label, input and the room for its message. */
export function FormField({ required, wide, compact, className, children }: FormFieldProps) {
  return (
    <div
      className={classNames(classes.field, className)}
      data-required={required || undefined}
      data-wide={wide || undefined}
      data-compact={compact || undefined}
    >
      {children}
    </div>
  );
}

/** What to know or to do, beside a form's buttons. */
export function FormHint({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p className={classes.hint} id={id}>
      {children}
    </p>
  );
}
