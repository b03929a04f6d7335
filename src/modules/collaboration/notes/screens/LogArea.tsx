import { useEffect, useState } from 'react';
import { lazyDialog } from '~/kit/ui/dialog/lazyDialog';
import { loadAhead, loaderOf } from '~/kit/ui/hooks/ahead';
import { typeAhead } from '~/kit/ui/keys/typeAhead';
import { type ContactToLog, onContactLog } from '~/modules/records/records/screens/contacts.client';

const load = loaderOf(() => import('./LogDialog'));
const LogDialog = lazyDialog('contact', load);

/** Opens "Log Call" and its like on any screen (docs/product/records.md#contact). */
export function LogArea() {
  const [contact, setContact] = useState<ContactToLog | null>(null);
  useEffect(
    () =>
      onContactLog((next) => {
        typeAhead();
        setContact(next);
      }),
    [],
  );
  useEffect(() => loadAhead(load), []);
  return <LogDialog contact={contact} onClose={() => setContact(null)} />;
}
