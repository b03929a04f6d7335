import { createContext, type ReactNode } from 'react';
import type { Filter } from '~/kit/shared/filters/filters';
import type { StoredLook, ListLook } from '~/kit/shared/filters/list-look';
import type { Step } from '~/kit/ui/hooks/address';
import type { ListState } from '~/kit/ui/records/list-store';

/** A list as saved views see it. */
export interface ViewedList {
  name: string;
  look: ListLook;
  /** The view that the address names. */
  saved: number | null;
  /** Whether the address says nothing else. */
  isBare: boolean;
  /** Rises when someone comes to the list by a link while it is open. */
  arrivals: number;
  filters: readonly Filter<never, never>[];
  filterKeys: readonly string[];
  columnKeys: readonly string[];
  /** What the list would look like: what it does not know is left out, what is not said stays. */
  lookOf: (stored: StoredLook) => ListLook;
  show: (stored: StoredLook, saved: number, step: Step) => void;
  /** The list without a view, as it first opens. */
  showPlain: () => void;
  /** The list as it is, of no view. */
  forgetView: () => void;
}

export interface ListViewsProps {
  list: ViewedList;
  state: ListState;
}

/** The control for saved views next to the search of each list. The app provides it, because the kit has no views. */
export const ListViews = createContext<(props: ListViewsProps) => ReactNode>(() => null);
