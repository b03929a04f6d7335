import { IconBell } from '@tabler/icons-react';
import { Link, useRouter } from '@tanstack/react-router';
import { useCallback, useEffect } from 'react';
import { formatInstant } from '~/kit/shared/time/days';
import { useCompany } from '~/modules/company/screens/settings.client';
import { PopoverPanel } from '~/kit/ui/elements/PopoverPanel';
import { belowEnd } from '~/kit/ui/hooks/useAnchored';
import { usePopover } from '~/kit/ui/hooks/usePopover';
import type { Notification } from '../notifications.fields';
import { pathOf } from '../notifications.rules';
import { showInBrowser } from './browser.client';
import { type Notifications, useNotifications } from './notifications.client';
import './NotificationBell.css';

const settingsPath: string = '/notifications';

/** The bell in the header: how much is unread, and what arrived, live. */
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
  const words = unread === 0 ? '' : `, ${unread} unread`;
  return (
    <div {...around} className="bell">
      <button
        {...button}
        type="button"
        className="layout-icon-button"
        aria-label={`Notifications${words}`}
        aria-haspopup="dialog"
      >
        <IconBell size={20} stroke={1.75} aria-hidden />
        {unread > 0 ? (
          <span className="bell-count" aria-hidden>
            {unread > 99 ? '99+' : unread}
          </span>
        ) : null}
      </button>
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
      className="bell-panel"
      role="dialog"
      aria-label="Notifications"
      tabIndex={-1}
    >
      <div className="bell-head">
        <h2>Notifications</h2>
        {unread > 0 ? (
          <button
            type="button"
            className="bell-action"
            onClick={() => {
              // The button goes with what it does; the focus must not go with it.
              ref.current?.focus();
              read({ all: true });
            }}
          >
            Mark all as read
          </button>
        ) : null}
      </div>
      <Arrived notifications={notifications} onClose={onClose} />
      <Link to={settingsPath} className="bell-foot" onClick={onClose}>
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
      <p className="bell-empty" role="alert">
        Failed to load notifications{' '}
        <button type="button" className="bell-action" onClick={retry}>
          Retry
        </button>
      </p>
    );
  }
  if (rows.length === 0) {
    return (
      <p className="bell-empty">
        {state === 'loading' ? 'Loading notifications...' : 'No notifications yet'}
      </p>
    );
  }
  return (
    <ul className="bell-list">
      {rows.map((each) => (
        <li key={each.id}>
          <a
            href={pathOf(each)}
            className="bell-item"
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
            <span className="bell-message">{each.message}</span>
            <span className="bell-when">
              {each.user_name} · {formatInstant(each.created_at, timeZone)}
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}
