import { IconBell } from '@tabler/icons-react';
import { Link, useRouter } from '@tanstack/react-router';
import { useCallback, useEffect } from 'react';
import { formatInstant } from '~/kit/shared/time/days';
import { useCompany } from '~/modules/organization/company/screens/settings.client';
import { PopoverPanel } from '~/kit/ui/elements/PopoverPanel';
import { belowEnd } from '~/kit/ui/hooks/useAnchored';
import { usePopover } from '~/kit/ui/hooks/usePopover';
import type { Notification } from '../notifications.fields';
import { pathOf } from '../notifications.rules';
import { showInBrowser } from './browser.client';
import { type Notifications, useNotifications } from './notifications.client';
import { HeaderButton } from '~/kit/ui/shell/HeaderButton';
import { SoftText } from '~/kit/ui/theme/SoftText';
import { classNames } from '~/kit/ui/theme/classNames';
import classes from './NotificationBell.module.css';

const settingsPath: string = '/notifications';

export default function NotificationBell() {
  const router = useRouter();
  const { isOpen, close, around, button, panel } = usePopover(belowEnd);
  const arrive = useCallback(
    ({ notification, quiet }: { notification: Notification; quiet: boolean }) => {
      if (quiet) return;
      showInBrowser(notification, () => void router.navigate({ href: pathOf(notification) }));
    },
    [router],
  );
  const notifications = useNotifications(arrive);
  const { unread } = notifications;
  const texts = unread === 0 ? '' : `, ${unread} unread`;
  return (
    <div {...around} className={classes.bell}>
      <HeaderButton {...button} aria-label={`Notifications${texts}`} aria-haspopup="dialog">
        <IconBell size={20} stroke={1.75} aria-hidden />
        {unread > 0 ? (
          <span className={classes.count} aria-hidden>
            {unread > 99 ? '99+' : unread}
          </span>
        ) : null}
      </HeaderButton>
      <span className="visually-hidden" role="status">
        {unread === 0 ? '' : `${unread} unread`}
      </span>
      {isOpen ? <Panel panel={panel} notifications={notifications} onClose={close} /> : null}
    </div>
  );
}

interface PanelProps {
  panel: ReturnType<typeof usePopover>['panel'];
  notifications: Notifications;
  onClose: () => void;
}

function Panel({ panel, notifications, onClose }: PanelProps) {
  const { unread, read } = notifications;
  const { ref } = panel;
  useEffect(() => ref.current?.focus(), [ref]);
  return (
    <PopoverPanel
      {...panel}
      className={classNames(classes.panel)}
      role="dialog"
      aria-label="Notifications"
      tabIndex={-1}
    >
      <div className={classes.head}>
        <h2>Notifications</h2>
        {unread > 0 ? (
          <button
            type="button"
            className={classes.action}
            onClick={() => {
              // The button disappears with its action, so the focus is moved.
              ref.current?.focus();
              read({ all: true });
            }}
          >
            Mark all as read
          </button>
        ) : null}
      </div>
      <Arrived notifications={notifications} onClose={onClose} />
      <Link to={settingsPath} className={classes.foot} onClick={onClose}>
        Notification settings
      </Link>
    </PopoverPanel>
  );
}

function Arrived({ notifications, onClose }: Omit<PanelProps, 'panel'>) {
  const { rows, state, retry, read } = notifications;
  const { timeZone } = useCompany();
  const router = useRouter();
  if (state === 'failed') {
    return (
      <SoftText className={classes.empty} role="alert">
        Failed to load notifications{' '}
        <button type="button" className={classes.action} onClick={retry}>
          Retry
        </button>
      </SoftText>
    );
  }
  if (rows.length === 0) {
    return (
      <SoftText className={classes.empty}>
        {state === 'loading' ? 'Loading notifications...' : 'No notifications yet'}
      </SoftText>
    );
  }
  return (
    <ul className={classes.list}>
      {rows.map((each) => (
        <li key={each.id}>
          <a
            href={pathOf(each)}
            className={classes.item}
            data-unread={!each.is_read || undefined}
            onClick={(event) => {
              if (!each.is_read) read({ ids: [each.id] });
              if (event.ctrlKey || event.metaKey || event.shiftKey) return;
              event.preventDefault();
              onClose();
              void router.navigate({ href: pathOf(each) });
            }}
          >
            <strong>
              {each.is_read ? null : <span className="visually-hidden">Unread: </span>}
              {each.title}
            </strong>
            <SoftText as="span">{each.message}</SoftText>
            <SoftText as="span" small>
              {each.user_name} · {formatInstant(each.created_at, timeZone)}
            </SoftText>
          </a>
        </li>
      ))}
    </ul>
  );
}
