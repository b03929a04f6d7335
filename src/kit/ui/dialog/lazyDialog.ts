import { type ComponentType, createElement, type ReactNode, Suspense, useEffect } from 'react';
import { isReachable } from '~/kit/ui/hooks/connection';
import { toast } from '~/kit/ui/messages/toasts';
import { lazyPart } from '~/kit/ui/hooks/lazyPart';
import { useLatch } from '~/kit/ui/hooks/useLatch';

let untilReady = async (): Promise<unknown> => undefined;

/** Sets what a dialog waits for before it first opens, because its initial values come from there. */
export function openDialogsAfter(wait: () => Promise<unknown>): void {
  untilReady = wait;
}

type Loaded<Props> = { default: ComponentType<Props> } | ComponentType<Props>;

/**
 * A dialog whose code is loaded when it is first opened: when the prop `openedBy` is neither null nor false. It then
 * stays mounted, so that it can animate its closing.
 */
export function lazyDialog<Props extends object>(
  openedBy: keyof Props,
  load: () => Promise<Loaded<Props>>,
): (props: Props) => ReactNode {
  const Dialog = lazyPart(async () => {
    const [part] = await Promise.all([load(), untilReady()]);
    return 'default' in part ? part : { default: part };
  });
  return function LazyDialog(props) {
    const value = props[openedBy];
    if (!useLatch(value !== null && value !== false)) return null;
    return createElement(
      Suspense,
      { fallback: createElement(Coming) },
      createElement(Dialog, props),
    );
  };
}

/** In place of a dialog that is being loaded: it says so where the server cannot be reached. */
export function Coming() {
  useEffect(() => {
    void isReachable().then((isThere) => {
      if (!isThere) toast('warning', 'The server cannot be reached. The dialog opens once it can.');
    });
  }, []);
  return null;
}
