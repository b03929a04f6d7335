import { ModalBody, type ModalBodyProps } from '@mantine/core';
import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '~/kit/ui/theme/classNames';
import classes from './Dialog.module.css';

export function DialogBody(props: ComponentProps<'div'>) {
  return <div {...props} className={classNames(classes.body, props.className)} />;
}

/** A body that is read out when the dialog opens: for a question or a warning. */
export function DialogQuestion(props: Pick<ModalBodyProps, 'children'>) {
  return <ModalBody className={classNames(classes.body)}>{props.children}</ModalBody>;
}

export function DialogFooter(props: ComponentProps<'div'>) {
  return <div {...props} className={classes.footer} />;
}

export function DialogForm(props: ComponentProps<'form'>) {
  return <form {...props} className={classes.form} />;
}

export function DialogFailure(props: ComponentProps<'div'>) {
  return <div role="alert" {...props} className={classes.failure} />;
}

/** What a refusal asks, after it; a new refusal gives it the focus. */
export function RefusalQuestion({ children }: { children: ReactNode }) {
  return children ? <div data-question>{children}</div> : null;
}

/** The input of the question in a part of a dialog. */
export function questionIn(part: Element | null | undefined): HTMLElement | null {
  return part?.querySelector<HTMLElement>('[data-question] input') ?? null;
}
