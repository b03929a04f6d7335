import { useEffect, useInsertionEffect, useState } from 'react';
import { type Drafted, type DraftLocation, FormDraft, type RestoredDraft } from './form-draft';

/**
 * Keeps what is typed into a form in this browser until it is saved or given up, and brings it back when the same form
 * opens again (docs/product/screens.md#without-a-connection).
 */
export function useDraft<Values extends object>(
  location: DraftLocation | undefined,
  values: Values,
  form: Drafted<Values>,
) {
  const [draft] = useState(() => new FormDraft<Values>());
  const [restored, setRestored] = useState<RestoredDraft | null>(null);
  useInsertionEffect(() => draft.follow(form, location));
  const key = location?.key;
  useEffect(() => {
    let isOver = false;
    void draft.restore().then((found) => {
      if (!isOver) setRestored(found);
    });
    return () => {
      isOver = true;
    };
  }, [draft, key]);
  useEffect(() => draft.changed(), [draft, values]);
  useEffect(() => {
    const flush = () => draft.flush();
    window.addEventListener('pagehide', flush);
    document.addEventListener('visibilitychange', flush);
    return () => {
      window.removeEventListener('pagehide', flush);
      document.removeEventListener('visibilitychange', flush);
      flush();
    };
  }, [draft]);
  const discard = () => {
    draft.discard();
    setRestored(null);
  };
  return { draft, restored, discard };
}
