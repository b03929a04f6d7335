import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '~/kit/ui/theme/classNames';
import classes from './Form.module.css';

export function FormSection(props: ComponentProps<'fieldset'>) {
  return <fieldset {...props} className={classes.section} />;
}

export function FormGrid(props: ComponentProps<'div'>) {
  return <div {...props} className={classNames(classes.grid, props.className)} />;
}

interface FormFieldProps {
  required?: boolean | undefined;
  wide?: boolean;
  compact?: boolean;
  children: ReactNode;
}

export function FormField({ required, wide, compact, children }: FormFieldProps) {
  return (
    <div
      className={classes.field}
      data-required={required || undefined}
      data-wide={wide || undefined}
      data-compact={compact || undefined}
    >
      {children}
    </div>
  );
}

export function FormHint({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p className={classes.hint} id={id}>
      {children}
    </p>
  );
}
