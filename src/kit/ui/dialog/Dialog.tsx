import { ModalCloseButton, ModalContent, ModalOverlay, ModalRoot, ModalTitle } from '@mantine/core';
import { type ReactNode, useEffect, useId, useRef, useSyncExternalStore } from 'react';
import { focusTableWhenLost, returnFocusTo } from '~/kit/ui/hooks/focusTable';
import { Listeners } from '~/kit/ui/hooks/listeners';
import { useOpened } from '~/kit/ui/hooks/useOpened';
import { classNames } from '~/kit/ui/theme/classNames';
import classes from './Dialog.module.css';
import { SoftText } from '~/kit/ui/theme/SoftText';

interface DialogProps {
  opened: boolean;
  onClose: () => void;
  title: ReactNode;
  subtitle?: ReactNode;
  size?: 'sm' | 'md' | 'lg' | 'xl' | number;
  placement?: 'center' | 'side' | 'question';
  tall?: boolean;
  role?: 'dialog' | 'alertdialog';
  /** The name of the × button; without it there is none. */
  closeLabel?: string;
  closeOnEscape?: boolean;
  children: ReactNode;
}

export function Dialog(props: DialogProps) {
  const { placement = 'center', role = 'dialog', closeOnEscape = true } = props;
  const opened = useOpened(props.opened);
  const isTopmost = useIsTopmost(props.opened);
  useReturnOnRemoval(opened);
  return (
    <ModalRoot
      opened={opened}
      onClose={props.onClose}
      closeOnEscape={closeOnEscape && isTopmost}
      size={props.size ?? 'md'}
      yOffset={placement === 'question' ? '18dvh' : '5dvh'}
      className={classNames(
        classes.dialog,
        placements[placement],
        props.tall ? classes.tall : undefined,
      )}
      classNames={parts}
      __handledEscapeEvents={handledEscapes}
      onExitTransitionEnd={focusTableWhenLost}
      transitionProps={{
        duration: 120,
        transition: placement === 'side' ? 'slide-left' : 'fade-up',
      }}
    >
      <ModalOverlay />
      <ModalContent
        radius="lg"
        data-closing={props.opened ? undefined : true}
        {...(role === 'alertdialog' ? { ref: markAsAlert } : {})}
      >
        <div className={classes.header}>
          <div className={classes.heading}>
            <ModalTitle>{props.title}</ModalTitle>
            {props.subtitle ? (
              <SoftText className={classes.subtitle}>{props.subtitle}</SoftText>
            ) : null}
          </div>
          {props.closeLabel ? <ModalCloseButton aria-label={props.closeLabel} /> : null}
        </div>
        {props.children}
      </ModalContent>
    </ModalRoot>
  );
}

const placements = { center: classes.center, side: classes.side, question: classes.question };

const parts = {
  overlay: classNames(classes.overlay),
  content: classNames(classes.content),
  title: classNames(classes.title),
};

// One Escape closes one dialog: the key that makes a form ask must not answer the question as well.
const handledEscapes = new WeakSet<KeyboardEvent>();

// Mantine writes role="dialog" after the props that it is given.
function markAsAlert(content: HTMLElement | null) {
  content?.setAttribute('role', 'alertdialog');
}

let open: readonly string[] = [];
const listeners = new Listeners();

function change(next: readonly string[]): void {
  open = next;
  listeners.notify();
}

/** Whether a dialog is the one that was opened last of those that are open: keys are its. */
function useIsTopmost(opened: boolean): boolean {
  const id = useId();
  useEffect(() => {
    if (!opened) return undefined;
    change([...open, id]);
    return () => change(open.filter((each) => each !== id));
  }, [opened, id]);
  return useSyncExternalStore(listeners.listen, () => open.at(-1) === id);
}

/** Mantine returns the focus of a dialog that closes, not of one that is removed while it is open. */
function useReturnOnRemoval(opened: boolean): void {
  const opener = useRef<Element | null>(null);
  useEffect(() => {
    opener.current = opened ? document.activeElement : null;
  }, [opened]);
  useEffect(
    () => () => {
      if (!opener.current || document.activeElement !== document.body) return;
      returnFocusTo(opener.current);
      focusTableWhenLost();
    },
    [],
  );
}
