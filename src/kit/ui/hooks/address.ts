import { type RouterHistory, useRouter } from '@tanstack/react-router';
import { useState, useSyncExternalStore } from 'react';
import { queryText } from '~/kit/shared/filters/list-look';
import { Listeners } from './listeners';

/** How a new query comes into the browser's history: as a step to go back from, in place of the last one, or as typed. */
export type Step = 'push' | 'replace' | 'typed';

/** What is used of the router, whose own type depends on every screen. */
interface Router {
  history: RouterHistory;
  navigate: (to: {
    href: string;
    replace: boolean;
    resetScroll: false;
    ignoreBlocker?: true;
    state?: true;
  }) => Promise<void>;
}

type Change = (params: URLSearchParams) => void;

interface Shown {
  search: string;
  /** Rises when someone comes to the page by a link while it is open. */
  arrivals: number;
}

const soonMs = 50;
/** A browser takes about a hundred changes in thirty seconds. */
const apartMs = 400;

let settleTyped: (() => void) | null = null;

/** Writes what is typed into the browser's address now; to be called before the address is changed by other hands. */
export function settleAddress(): void {
  settleTyped?.();
}

/**
 * The query of one page. A change shows at once; the router hears of what is typed afterwards, not with each key
 * (docs/product/views.md#address).
 */
class PageAddress {
  readonly #router: Router;
  readonly #path: string;
  readonly #listeners = new Listeners();
  #shown: Shown;
  #timer: number | undefined;
  #writtenAt = -Infinity;
  #isOwn = false;
  #isPushed = false;

  constructor(router: Router) {
    const { pathname, search } = router.history.location;
    this.#router = router;
    this.#path = pathname;
    this.#shown = { search, arrivals: 0 };
  }

  readonly shown = (): Shown => this.#shown;

  readonly listen = (listener: () => void): (() => void) => {
    const unlisten = this.#listeners.listen(listener);
    const { history } = this.#router;
    const end = history.subscribe(({ location, action }) => {
      if (this.#isOwn) return;
      this.#forgetTyped();
      if (location.pathname === this.#path) this.#show(location.search, action.type === 'PUSH');
    });
    // The address may have changed since the page began to render.
    const { pathname, search } = history.location;
    if (pathname === this.#path && this.#timer === undefined)
      this.#shown = { ...this.#shown, search };
    window.addEventListener('focusout', this.settle);
    return () => {
      end();
      window.removeEventListener('focusout', this.settle);
      unlisten();
      this.#forgetTyped();
    };
  };

  readonly change = (change: Change, step: Step): void => {
    const params = new URLSearchParams(this.#shown.search);
    change(params);
    const search = queryText(params);
    if (search === this.#shown.search) return;
    if (step === 'push') this.settle();
    this.#show(search, false);
    if (step === 'typed') return this.#writeSoon();
    // What is chosen in one go is one step to go back from.
    this.#write(step === 'push' && !this.#isPushed);
    if (step !== 'push') return;
    this.#isPushed = true;
    queueMicrotask(() => {
      this.#isPushed = false;
    });
  };

  readonly settle = (): void => {
    if (this.#timer !== undefined) this.#write(false);
  };

  #show(search: string, isArrival: boolean): void {
    const { arrivals } = this.#shown;
    this.#shown = { search, arrivals: isArrival ? arrivals + 1 : arrivals };
    this.#listeners.notify();
  }

  #writeSoon(): void {
    if (this.#timer !== undefined) return;
    const ms = Math.max(soonMs, this.#writtenAt + apartMs - performance.now());
    this.#timer = window.setTimeout(() => this.#write(false), ms);
    settleTyped = this.settle;
  }

  #write(isStep: boolean): void {
    this.#forgetTyped();
    this.#writtenAt = performance.now();
    const { history } = this.#router;
    // The page may be left already, with its last words on the way.
    if (history.location.pathname !== this.#path) return;
    this.#isOwn = true;
    void this.#router.navigate({
      href: this.#path + this.#shown.search,
      ...(isStep ? {} : { state: true }),
      replace: !isStep,
      resetScroll: false,
      ignoreBlocker: true,
    });
    this.#isOwn = false;
    // Two changes within one task would become one entry of the browser's history.
    if (!isStep) history.flush();
  }

  #forgetTyped(): void {
    window.clearTimeout(this.#timer);
    this.#timer = undefined;
    if (settleTyped === this.settle) settleTyped = null;
  }
}

export function usePageRouter(): Router {
  return useRouter() as Router;
}

/** The query of the page that is open, and the way to change it; keep `change` out of effects that it would feed. */
export function useAddress(): Shown & Pick<PageAddress, 'change'> {
  const router = usePageRouter();
  const [address] = useState(() => new PageAddress(router));
  const shown = useSyncExternalStore(address.listen, address.shown);
  return { ...shown, change: address.change };
}
