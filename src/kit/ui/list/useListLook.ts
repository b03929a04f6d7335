import { useCallback, useMemo } from 'react';
import {
  type AddressLook,
  type ListLayout,
  type ListSort,
  readLook,
  writeLook,
} from '~/kit/shared/filters/list-look';
import { type Step, useAddress } from '~/kit/ui/hooks/address';
import { useSameValues } from '~/kit/ui/hooks/useSameValues';
import { useStored } from '~/kit/ui/hooks/useStored';

type Part = Partial<AddressLook>;

export interface ListLookState {
  look: AddressLook;
  arrivals: number;
  /** Changes that are made in one go become one step to go back from. */
  change: (part: Part | ((now: AddressLook) => Part), step: Step) => void;
  layout: ListLayout;
  setLayout: (layout: ListLayout) => void;
}

interface Setup {
  name: string;
  /** Their keys in the address. */
  filters: readonly string[];
  sort?: ListSort;
  /** The first one, of a list that has both. */
  layout?: ListLayout | undefined;
}

/** How the page's list looks, as its address says (docs/product/views.md#address). */
export function useListLook({ name, filters, sort, layout: first }: Setup): ListLookState {
  const { search, arrivals, change: write } = useAddress();
  const keys = useSameValues(filters);
  const look = useSameLook(useMemo(() => readLook(search, keys), [search, keys]));
  const [stored, keep] = useStored(`${name}-view`, ['list', 'kanban'], wordOf(first));
  const layout = look.layout ?? layoutOf(stored);
  const change = useCallback<ListLookState['change']>(
    (part, step) =>
      write((params) => {
        const now = readLook(params.toString(), keys);
        const given = typeof part === 'function' ? part(now) : part;
        const next = whole({ ...now, ...given }, sort);
        // Named, so that the link opens with it; but not where nothing is to be named.
        const named = first && given.layout !== null ? (next.layout ?? layout) : null;
        writeLook(params, { ...next, layout: named }, keys);
      }, step),
    [write, keys, sort, first, layout],
  );
  const setLayout = (next: ListLayout) => {
    // What an address without a layout shows is the last choice, which changes now.
    change({ layout }, 'replace');
    keep(wordOf(next));
    change({ layout: next }, 'push');
  };
  return { look, arrivals, change, layout, setLayout };
}

/** The list's own order is said of a saved view alone: an address with nothing else would open with the whole view. */
function whole(look: AddressLook, first: ListSort | undefined): AddressLook {
  const sort = look.sort ?? first ?? null;
  const isFirst = sort?.key === first?.key && sort?.direction === first?.direction;
  return { ...look, sort: isFirst && look.saved === null ? null : sort };
}

function useSameLook({ filters, sort, columns, layout, saved }: AddressLook): AddressLook {
  return useSameValues({
    filters: useSameValues(filters),
    sort: useSameValues(sort),
    columns: useSameValues(columns),
    layout,
    saved,
  });
}

// The words under which browsers have kept the choice since before there were views.
function wordOf(layout: ListLayout | undefined): 'list' | 'kanban' {
  return layout === 'board' ? 'kanban' : 'list';
}

function layoutOf(word: 'list' | 'kanban'): ListLayout {
  return word === 'kanban' ? 'board' : 'list';
}
