import { type ComponentType, lazy, type ReactNode } from 'react';
import { loaderOf } from './ahead';

/** A part of a screen whose code is loaded when it is first drawn, or once the server can be reached again. */
export function lazyPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): (props: Props) => ReactNode {
  return lazy(loaderOf(load));
}
