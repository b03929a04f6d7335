import type { RouteComponent } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import type { RecordPageProps } from '~/modules/records/records/screens/RecordPage';

type Screen = () => Promise<{ default: RouteComponent }>;

/** The page of a record, with what every record's page shows besides its details. */
export function recordScreen(
  load: () => Promise<{ default: ComponentType<RecordPageProps> }>,
): Screen {
  return async () => {
    const [{ default: Page }, { recordParts }] = await Promise.all([
      load(),
      import('./recordParts'),
    ]);
    return { default: () => <Page parts={recordParts} /> };
  };
}
