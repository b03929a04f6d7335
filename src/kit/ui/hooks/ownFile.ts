import { createElement, type ReactNode, useState, useSyncExternalStore } from 'react';
import { Listeners } from './listeners';

type Coming<Props> = Props & {
  /** Shown until it is there. */
  coming: ReactNode;
};

type Loaded<Props> = { component: (props: Props) => ReactNode } | { error: unknown };

/**
 * A component in its own file, loaded when it is first drawn. React's `lazy` would hold it back for 300 ms each
 * time that something was shown in its place.
 */
export function ownFile<Props extends object>(
  load: () => Promise<(props: Props) => ReactNode>,
): (props: Coming<Props>) => ReactNode {
  const file = new OwnFile(load);
  return function InOwnFile({ coming, ...props }) {
    useState(file.load);
    const loaded = useSyncExternalStore(file.listen, file.loaded);
    if (!loaded) return coming;
    if ('error' in loaded) throw loaded.error;
    return createElement(loaded.component, props as unknown as Props);
  };
}

class OwnFile<Props> {
  readonly #import: () => Promise<(props: Props) => ReactNode>;
  readonly #listeners = new Listeners();
  #loaded: Loaded<Props> | null = null;
  #isLoading = false;

  constructor(load: () => Promise<(props: Props) => ReactNode>) {
    this.#import = load;
  }

  readonly load = (): void => {
    if (this.#isLoading) return;
    this.#isLoading = true;
    this.#import().then(
      (component) => this.#end({ component }),
      (error: unknown) => this.#end({ error }),
    );
  };

  readonly listen = this.#listeners.listen;

  readonly loaded = () => this.#loaded;

  #end(loaded: Loaded<Props>): void {
    this.#loaded = loaded;
    this.#listeners.notify();
  }
}
