import type { HTMLAttributes, RefObject } from 'react';
import { type Side, useAnchored } from '~/kit/ui/hooks/useAnchored';
import { classNames } from '~/kit/ui/theme/classNames';
import classes from './PopoverPanel.module.css';

interface Props extends HTMLAttributes<HTMLDivElement> {
  ref: RefObject<HTMLDivElement | null>;
  anchor: RefObject<HTMLElement | null>;
  side: Side;
  /** HTML's: `auto` is closed by the browser (usePopover), `manual` is not. */
  popover: 'auto' | 'manual';
  className: string | undefined;
}

export function PopoverPanel({ ref, anchor, side, className, ...rest }: Props) {
  useAnchored(ref, side, () => anchor.current);
  return <div {...rest} ref={ref} className={classNames(classes.popoverPanel, className)} />;
}
