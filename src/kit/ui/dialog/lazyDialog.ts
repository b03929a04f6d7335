import { type ComponentType, createElement, lazy, type ReactNode, Suspense } from 'react';
import { useLatch } from '~/kit/ui/hooks/useLatch';

/**
 * A dialog whose code is loaded when it is first opened: when the prop `openedBy` is neither null nor false. It then
 * stays mounted, so that it can animate its closing.
 */
export function lazyDialog<Props extends object>(
  openedBy: keyof Props,
  load: () => Promise<ComponentType<Props>>,
): (props: Props) => ReactNode {
  const Dialog: ComponentType<Props> = lazy(async () => ({ default: await load() }));
  return function LazyDialog(props) {
    const value = props[openedBy];
    if (!useLatch(value !== null && value !== false)) return null;
    return createElement(Suspense, { fallback: null }, createElement(Dialog, props));
  };
}
