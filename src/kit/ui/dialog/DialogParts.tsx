import { ModalBody, type ModalBodyProps } from '@mantine/core';
import type { ComponentProps } from 'react';
import { classNames } from '~/kit/ui/elements/classNames';
import classes from './Dialog.module.css';

/** The part of a dialog that scrolls. */
export function DialogBody(props: ComponentProps<'div'>) {
  return <div {...props} className={classNames(classes.body, props.className)} />;
}

/** A body that is read out when the dialog opens: for a question or a warning. */
export function DialogQuestion(props: Pick<ModalBodyProps, 'children'>) {
  return <ModalBody className={classNames(classes.body)}>{props.children}</ModalBody>;
}

/** The buttons, always in view. */
export function DialogFooter(props: ComponentProps<'div'>) {
  return <div {...props} className={classes.footer} />;
}

/** A form that is the whole of a dialog: its body scrolls above its footer. */
export function DialogForm(props: ComponentProps<'form'>) {
  return <form {...props} className={classes.form} />;
}

/** What went wrong, at the edge that errors have. */
export function DialogFailure(props: ComponentProps<'div'>) {
  return <div role="alert" {...props} className={classes.failure} />;
}
