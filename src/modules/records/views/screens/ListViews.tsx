import { Button } from '@mantine/core';
import { lazyPart } from '~/kit/ui/hooks/lazyPart';
import { IconBookmarks } from '@tabler/icons-react';
import { type ComponentProps, Suspense, useEffect, useRef, useState } from 'react';
import { isSameLook } from '~/kit/shared/filters/list-look';
import { useHasOwnFields } from '~/kit/ui/calls/own-fields';
import { SoftText } from '~/kit/ui/theme/SoftText';
import type { ListViewsProps, ViewedList } from '~/kit/ui/list/listViews';
import { missingParts, unavailableFilters } from '../views.rules';
import { useViews, type Views } from './views.client';
import classes from './ListViews.module.css';

const ViewsMenu = lazyPart(() => import('./ViewsMenu'));

/** "Views" next to the search of a list, and the name of the one that is shown (docs/product/views.md#screen). */
export function ListViews({ list, state }: ListViewsProps) {
  const views = useViews(list.name);
  const [isUsed, setUsed] = useState(false);
  const hasOwnFields = useHasOwnFields();
  useFirstView(list, views, hasOwnFields);
  const current = views.rows.find(({ id }) => id === list.saved) ?? null;
  const isChanged = current !== null && !isSameLook(list.look, list.lookOf(current.look));
  const button = <ViewsButton onClick={() => setUsed(true)} />;
  return (
    <>
      {isUsed ? (
        <Suspense fallback={button}>
          <ViewsMenu list={list} views={views} current={current} isChanged={isChanged} />
        </Suspense>
      ) : (
        button
      )}
      {current ? (
        <p className={classes.current}>
          <span className={classes.name} title={current.name}>
            {current.name}
          </span>
          {isChanged ? <SoftText as="span">changed</SoftText> : null}
        </p>
      ) : null}
      <SoftText small className={classes.note} role="status">
        {[
          noteOf({ list, state }, views, current),
          hasOwnFields ? unavailableFilters(list.look.filters, list.filterKeys) : null,
        ]
          .filter(Boolean)
          .join(' ')}
      </SoftText>
    </>
  );
}

export function ViewsButton(props: ComponentProps<typeof Button<'button'>>) {
  return (
    <Button
      variant="default"
      leftSection={<IconBookmarks size={16} aria-hidden />}
      aria-haspopup="menu"
      {...props}
    >
      Views
    </Button>
  );
}

function noteOf(
  { list, state }: ListViewsProps,
  views: Views,
  current: Views['rows'][number] | null,
): string | null {
  if (current) {
    const { columnKeys: columns, filters, filterKeys } = list;
    return missingParts(current.look, {
      columns,
      filters,
      filterKeys,
      isLoaded: state === 'ready',
    });
  }
  if (list.saved === null || views.state === 'loading') return null;
  if (views.state === 'failed') return 'This view could not be loaded.';
  return 'This view was deleted or is not shared with you.';
}

/** Views are shown as this browser kept them, and may be others as soon as the server has answered. */
const latestMs = 5000;

/** An address that says nothing, or no more than which view, opens with the default one or with that. */
function useFirstView(list: ViewedList, { rows, state }: Views, hasOwnFields: boolean) {
  const arrival = useRef({ number: -1, at: 0, isSettled: false });
  useEffect(() => {
    const now = performance.now();
    if (arrival.current.number !== list.arrivals)
      arrival.current = { number: list.arrivals, at: now, isSettled: false };
    const { isSettled, at } = arrival.current;
    if (state !== 'ready' || !hasOwnFields || isSettled) return;
    const view = rows.find(({ id, is_default }) =>
      list.saved === null ? is_default : id === list.saved,
    );
    arrival.current.isSettled = !list.isBare || view !== undefined || now - at > latestMs;
    if (list.isBare && view) list.show(view.look, view.id, 'replace');
  }, [list, rows, state, hasOwnFields]);
}
