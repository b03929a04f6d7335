import { useEffect, useState } from 'react';
import { lazyDialog } from '~/kit/ui/dialog/lazyDialog';
import { type ContactToLog, onContactLog } from '~/modules/records/records/screens/contacts.client';

const LogDialog = lazyDialog('contact', () => import('./LogDialog'));

/** Opens "Log Call" and its like on any screen (docs/product/records.md#contact). */
export function LogArea() {
  const [contact, setContact] = useState<ContactToLog | null>(null);
  useEffect(() => onContactLog(setContact), []);
  return <LogDialog contact={contact} onClose={() => setContact(null)} />;
}
