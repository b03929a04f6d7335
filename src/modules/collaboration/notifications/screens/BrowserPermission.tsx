import { Button } from '@mantine/core';
import { useBrowserPermission } from './browser.client';
import { Panel } from '~/kit/ui/elements/Panel';
import { SoftText } from '~/kit/ui/elements/SoftText';
import classes from './NotificationsPage.module.css';

const texts = {
  granted: 'This browser shows push notifications while the app is open.',
  denied: 'Notifications are blocked in this browser. Allow them in its site settings.',
  default: 'Push notifications appear in the bell menu. This browser can show them too.',
  missing: 'Push notifications appear in the bell menu. This browser cannot show them.',
};

/** Asks the browser for permission only when the person presses the button. */
export function BrowserPermission() {
  const { permission, ask } = useBrowserPermission();
  return (
    <Panel className={classes.browser} aria-label="Browser notifications">
      <div>
        <h2>Browser Notifications</h2>
        <SoftText>{texts[permission]}</SoftText>
      </div>
      {permission === 'default' ? (
        <Button variant="default" onClick={() => void ask()}>
          Allow browser notifications
        </Button>
      ) : null}
    </Panel>
  );
}
