import { type SubmitEvent, useState } from 'react';

/** Runs one submit at a time and keeps its error for the person to read. */
export function useSubmit(work: () => Promise<void>) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState('');
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setError('');
    work()
      .catch((caught: unknown) =>
        setError(caught instanceof Error ? caught.message : 'Unknown error'),
      )
      .finally(() => setBusy(false));
  };
  return { busy, error, submit };
}
