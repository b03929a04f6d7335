import { useState } from 'react';
import { toast } from '~/kit/ui/messages/toasts';

interface ImageChange {
  /** As people read it: "Photo". */
  noun: string;
  most: { bytes: number; message: string };
  send: (file: File) => Promise<void>;
  remove: () => Promise<void>;
}

/** An image that is sent as soon as it is chosen, or removed; `failure` says what went wrong. */
export function useImageChange({ noun, most, ...calls }: ImageChange) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');
  const run = (work: () => Promise<void>, done: string, failed: string) => {
    setBusy(true);
    setFailure('');
    work()
      .then(() => toast('success', `${noun} ${done}`))
      .catch((error: unknown) =>
        setFailure(
          `Failed to ${failed} ${noun.toLowerCase()}: ${error instanceof Error ? error.message : 'Unknown error'}`,
        ),
      )
      .finally(() => setBusy(false));
  };
  const send = (file: File | null) => {
    if (!file) return;
    const work = async () => {
      if (file.size > most.bytes) throw new Error(most.message);
      await calls.send(file);
    };
    run(work, 'changed', 'change');
  };
  return { busy, failure, send, remove: () => run(calls.remove, 'removed', 'remove') };
}
