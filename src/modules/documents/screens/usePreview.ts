import { useEffect, useState } from 'react';
import { api } from '~/kit/ui/data/api';

const restMs = 150;

export interface ShownPreview<Answer> {
  /** The last answer, of what was typed a moment ago; null before the first. */
  preview: Answer | null;
  isStale: boolean;
  /** True when the last question had no answer, such as without a connection. */
  isFailed: boolean;
}

/** What the server makes of what is being typed, by a call that writes nothing; null asks nothing. */
export function usePreview<Answer>(path: string, body: object | null): ShownPreview<Answer> {
  const asked = body === null ? null : JSON.stringify(body);
  const [shown, setShown] = useState<{ of: string; preview: Answer } | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  useEffect(() => {
    if (asked === null) return;
    let isCurrent = true;
    const timer = setTimeout(() => {
      api
        .post<Answer>(path, JSON.parse(asked))
        .then((preview) => {
          if (isCurrent) setShown({ of: asked, preview });
        })
        // What is wrong with a value is said beside it, or by saving.
        .catch(() => {
          if (isCurrent) setFailed(asked);
        });
    }, restMs);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [path, asked]);
  const preview = asked === null ? null : (shown?.preview ?? null);
  const isStale = shown?.of !== asked;
  return { preview, isStale, isFailed: isStale && asked !== null && failed === asked };
}
