import { Button, Switch } from '@mantine/core';
import { FailedState, LoadingRows } from '~/kit/ui/messages/ListStates';
import { DescribedSwitch } from '~/kit/ui/inputs/DescribedSwitch';
import { Page } from '~/kit/ui/shell/Page';
import { useForm } from '~/kit/ui/form/useForm';
import {
  type Channel,
  channels,
  type NotificationEvent,
  notificationEvents,
} from '../events.rules';
import type { Preferences, PreferencesPatch } from '../notifications.fields';
import { changed } from '../notifications.rules';
import { useBrowserPermission } from './browser.client';
import { usePreferences } from './notifications.client';
import { SoftText } from '~/kit/ui/theme/SoftText';
import { Panel } from '~/kit/ui/elements/Panel';
import { TableHead } from '~/kit/ui/elements/TableHead';
import classes from './NotificationsPage.module.css';

export default function NotificationsPage() {
  const { preferences, isFailed, retry, save } = usePreferences();
  return (
    <Page title="Notification Settings" subtitle="Choose what you are notified about, and how">
      {preferences ? (
        <Settings saved={preferences} save={save} />
      ) : isFailed ? (
        <FailedState text="Failed to load notification settings" onRetry={retry} />
      ) : (
        <LoadingRows columns={4} text="Loading notification settings..." />
      )}
    </Page>
  );
}

interface SettingsProps {
  saved: Preferences;
  save: (patch: PreferencesPatch) => Promise<void>;
}

function Settings({ saved, save }: SettingsProps) {
  const form = useForm<Preferences, Preferences>({
    initial: saved,
    bodyOf: (shown) => shown,
    failed: { refused: 'Failed to save notification settings' },
    onSubmit: async (shown) => {
      await save(shown);
      return 'Notification settings saved successfully';
    },
  });
  const shown = form.values;
  const change = (patch: PreferencesPatch) => form.change((before) => changed(before, patch));
  const isUnsaved = JSON.stringify(shown) !== JSON.stringify(saved);
  return (
    <form className={classes.settings} onSubmit={form.submit}>
      <EventTable preferences={shown} change={change} />
      <SoftText>SMS is not connected. Your choices are saved, but no SMS is sent.</SoftText>
      <GlobalSettings preferences={shown} change={change} />
      <BrowserPermission />
      <div className={classes.save}>
        <Button type="submit" disabled={form.saving}>
          {form.saving ? 'Saving…' : 'Save Settings'}
        </Button>
        <SoftText role="status">{isUnsaved ? 'You have unsaved changes.' : ''}</SoftText>
      </div>
    </form>
  );
}

interface PartProps {
  preferences: Preferences;
  change: (patch: PreferencesPatch) => void;
}

const channelTitles: Record<Channel, string> = { email: 'Email', push: 'Push', sms: 'SMS' };

function EventTable({ preferences, change }: PartProps) {
  const isOn = (id: NotificationEvent, channel: Channel) =>
    preferences.events.find((event) => event.id === id)?.[channel] ?? false;
  return (
    <Panel className={classes.table} as="table">
      <TableHead titles={['Event', ...channels.map((channel) => channelTitles[channel])]} />
      <tbody>
        {notificationEvents.map(({ id, title, description }) => (
          <tr key={id}>
            <th scope="row">
              {title}
              <SoftText as="span">{description}</SoftText>
            </th>
            {channels.map((channel) => (
              <td key={channel}>
                <Switch
                  aria-label={`${title}: ${channelTitles[channel]}`}
                  checked={isOn(id, channel)}
                  onChange={({ currentTarget: { checked } }) =>
                    change({ events: [{ id, [channel]: checked }] })
                  }
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </Panel>
  );
}

function GlobalSettings({ preferences, change }: PartProps) {
  return (
    <Panel className={classes.global} as="fieldset">
      <legend>Global Settings</legend>
      <DescribedSwitch
        label="Do Not Disturb"
        description="Quiet hours 10 PM to 8 AM: emails wait until 8 AM, and your browser shows nothing."
        checked={preferences.do_not_disturb}
        onChange={(checked) => change({ do_not_disturb: checked })}
      />
      <DescribedSwitch
        label="Email Digest"
        description="A daily email at 8 AM with unread notifications of events that have Email on."
        checked={preferences.email_digest}
        onChange={(checked) => change({ email_digest: checked })}
      />
    </Panel>
  );
}

const permissionTexts = {
  granted: 'This browser shows push notifications while the app is open.',
  denied: 'Notifications are blocked in this browser. Allow them in its site settings.',
  default: 'Push notifications appear in the bell menu. This browser can show them too.',
  missing: 'Push notifications appear in the bell menu. This browser cannot show them.',
};

/** Asks the browser for permission only when the person presses the button. */
function BrowserPermission() {
  const { permission, ask } = useBrowserPermission();
  return (
    <Panel className={classes.browser} aria-label="Browser notifications">
      <div>
        <h2>Browser Notifications</h2>
        <SoftText>{permissionTexts[permission]}</SoftText>
      </div>
      {permission === 'default' ? (
        <Button variant="default" onClick={() => void ask()}>
          Allow browser notifications
        </Button>
      ) : null}
    </Panel>
  );
}
