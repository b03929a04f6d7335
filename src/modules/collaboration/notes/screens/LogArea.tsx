import { useEffect, useState } from 'react';
import { loadAhead, loaderOf } from '~/kit/ui/hooks/ahead';
import { lazyDialog } from '~/kit/ui/dialog/lazyDialog';
import { type ContactToLog, onContactLog } from '~/modules/records/records/screens/contacts.client';

const load = loaderOf(() => import('./LogDialog'));
const LogDialog = lazyDialog('contact', load);

/** Opens "Log Call" and its like on any screen (docs/product/records.md#contact). */
export function LogArea() {
  const [contact, setContact] = useState<ContactToLog | null>(null);
  useEffect(() => onContactLog(setContact), []);
  // Typing goes on from the click: the dialog must be there at once.
  useEffect(() => loadAhead(load), []);
  return <LogDialog contact={contact} onClose={() => setContact(null)} />;
}
