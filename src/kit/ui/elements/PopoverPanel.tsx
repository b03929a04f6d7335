import type { HTMLAttributes, RefObject } from 'react';
import { type Side, useAnchored } from '~/kit/ui/hooks/useAnchored';
import './PopoverPanel.css';

interface Props extends HTMLAttributes<HTMLDivElement> {
  ref: RefObject<HTMLDivElement | null>;
  anchor: RefObject<HTMLElement | null>;
  side: Side;
  className: string;
}

/** The panel of a popover (usePopover): above everything, at its button. */
export function PopoverPanel({ ref, anchor, side, className, ...rest }: Props) {
  useAnchored(ref, side, anchor);
  return <div {...rest} ref={ref} popover="manual" className={`popover-panel ${className}`} />;
}
