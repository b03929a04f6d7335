import { Button } from '@mantine/core';
import {
  IconActivity,
  IconReceipt2,
  IconBuilding,
  IconCreditCard,
  IconFileInvoice,
  IconFileMinus,
  IconFilePlus,
  IconPackage,
  IconShoppingCart,
  IconTargetArrow,
  IconUser,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { scrollOn } from '~/kit/ui/hooks/scrollOn';
import { useVirtualList } from '~/kit/ui/hooks/useVirtualList';
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { formatInstant, relativeInstant } from '~/kit/shared/time/days';
import type { MenuIcon } from '~/kit/ui/elements/menu';
import { useNow } from '~/kit/ui/hooks/useNow';
import { useCompany } from '~/modules/organization/company/screens/settings.client';
import { useSession } from '~/modules/organization/users/sessions/screens/session.client';
import type { Activity, ActivityType } from '../activity.fields';
import { locationOfActivity } from '../activity.rules';
import type { Feed } from './activity.client';
import { SoftText } from '~/kit/ui/theme/SoftText';
import classes from './ActivityPage.module.css';
import { allLists } from '~/modules/organization/kinds/kinds.rules';

const lineHeight = 60;
const ahead = 15;

const icons: Partial<Record<ActivityType, MenuIcon>> = {
  lead: IconTargetArrow,
  customer: IconBuilding,
  order: IconShoppingCart,
  invoice: IconFileInvoice,
  payment: IconCreditCard,
  advance: IconReceipt2,
  credit_note: IconFileMinus,
  debit_note: IconFilePlus,
  product: IconPackage,
  user: IconUser,
};

function signOf(type: ActivityType): { icon: MenuIcon; label: string } {
  const noun = allLists.find((list) => list.type === type)?.noun;
  return { icon: icons[type] ?? IconActivity, label: noun ?? 'Other' };
}

export function ActivityLines({ feed }: { feed: Feed }) {
  const { lines, below, readOn } = feed;
  const scroller = useRef<HTMLDivElement>(null);
  const { items, height } = useVirtualList({
    count: lines.length,
    scroller,
    estimateSize: () => lineHeight,
    getItemKey: (index) => lines[index]?.id ?? index,
    overscan: 8,
  });
  const isNearEnd = (items.at(-1)?.index ?? 0) >= lines.length - ahead;
  useEffect(() => {
    if (below === 'more' && isNearEnd) readOn();
  }, [below, isNearEnd, readOn]);
  useStillLines(scroller, lines);
  const now = useNow();
  return (
    // Focusable so that it can be scrolled by keyboard where no entry is a link.
    <div ref={scroller} className={classes.scroller} tabIndex={0} role="group" aria-label="Feed">
      <ol className={classes.lines} style={{ height }}>
        {items.map(({ index, start }) => {
          const activity = lines[index];
          return activity ? (
            <Line key={activity.id} activity={activity} top={start} now={now} />
          ) : null;
        })}
      </ol>
      <Below below={below} readOn={readOn} />
    </div>
  );
}

/** Entries added on top must not move the entry that the user is reading further down. */
function useStillLines(scroller: RefObject<HTMLElement | null>, lines: readonly Activity[]): void {
  const first = useRef(lines[0]?.id);
  useLayoutEffect(() => {
    const before = first.current;
    first.current = lines[0]?.id;
    const moved = lines.findIndex(({ id }) => id === before);
    if (moved > 0 && scroller.current?.scrollTop) scrollOn(scroller.current, moved * lineHeight);
  }, [scroller, lines]);
}

function Line({ activity, top, now }: { activity: Activity; top: number; now: string }) {
  const { timeZone } = useCompany();
  const { type, title, message, user_name, timestamp } = activity;
  const { icon: Icon, label } = signOf(type);
  return (
    <li className={classes.line} style={{ transform: `translateY(${top}px)`, height: lineHeight }}>
      <span className={classes.icon} role="img" aria-label={label} title={label}>
        <Icon size={18} stroke={1.75} aria-hidden />
      </span>
      <div className={classes.text}>
        <p title={`${title}, ${user_name}`}>
          <strong>{title}</strong>
          <SoftText className={classes.who} as="span" small>
            {user_name}
          </SoftText>
        </p>
        <p title={message}>
          <Message activity={activity} />
        </p>
      </div>
      <time dateTime={timestamp} title={formatInstant(timestamp, timeZone)}>
        {relativeInstant(timestamp, now, timeZone)}
      </time>
    </li>
  );
}

function Message({ activity }: { activity: Activity }) {
  const { role } = useSession();
  const location = locationOfActivity(activity);
  const mayOpen = location && (activity.type !== 'user' || role === 'admin');
  if (!mayOpen) return activity.message;
  return (
    <Link to={location.path} search={location.search}>
      {activity.message}
    </Link>
  );
}

function Below({ below, readOn }: Pick<Feed, 'below' | 'readOn'>) {
  return (
    <div className={classes.below} role="status">
      {below === 'loading' ? 'Loading earlier activities...' : null}
      {below === 'end' ? 'No more activity' : null}
      {below === 'failed' ? (
        <>
          <span>Earlier activities could not be loaded.</span>
          <Button variant="default" size="xs" onClick={readOn}>
            Retry
          </Button>
        </>
      ) : null}
    </div>
  );
}
