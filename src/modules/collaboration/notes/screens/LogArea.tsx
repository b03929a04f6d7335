import { useEffect, useState } from 'react';
import { lazyDialog } from '~/kit/ui/dialog/lazyDialog';
import { loadAhead, loaderOf } from '~/kit/ui/hooks/ahead';
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

const longestMs = 3000;

/**
 * Keeps what is typed from now on for the next text area that gets the focus, such as that of a dialog that is still being
 * opened; for three seconds, or until a click.
 */
function typeAhead(): void {
  let typed = '';
  const take = (event: KeyboardEvent) => {
    const text = event.key === 'Enter' ? '\n' : event.key;
    const isText = [...text].length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
    if (!isText || event.isComposing || event.target instanceof HTMLTextAreaElement) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (!event.repeat) typed += text;
  };
  const give = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLTextAreaElement)) return;
    end();
    if (typed === '') return;
    target.setRangeText(typed, 0, 0, 'end');
    target.dispatchEvent(new Event('input', { bubbles: true }));
  };
  const end = () => {
    clearTimeout(timer);
    window.removeEventListener('keydown', take, true);
    window.removeEventListener('focusin', give);
    window.removeEventListener('pointerdown', end, true);
  };
  const timer = setTimeout(end, longestMs);
  window.addEventListener('keydown', take, true);
  window.addEventListener('focusin', give);
  window.addEventListener('pointerdown', end, true);
}
