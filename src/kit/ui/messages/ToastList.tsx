import '@mantine/notifications/styles.css';
import { Notifications } from '@mantine/notifications';

export default function ToastList() {
  return <Notifications position="bottom-left" limit={8} containerWidth={380} />;
}
