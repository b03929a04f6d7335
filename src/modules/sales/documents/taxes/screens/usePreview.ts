import { useEffect, useState } from 'react';
import { api } from '~/kit/ui/calls/api';
import { useLatest } from '~/kit/ui/hooks/useLatest';

const restMs = 150;

export interface ShownPreview<Result> {
  /** The last answer, of what was typed a moment ago; null before the first. */
  preview: Result | null;
  isStale: boolean;
  /** True when the last question had no answer, such as without a connection. */
  isFailed: boolean;
}

interface Shown<Question, Result> {
  body: string;
  question: Question;
  preview: Result;
}

/**
 * What the server makes of what is being typed, by a call that writes nothing; null asks nothing. `question` is the one
 * that `preview` answers. An answer may keep parts of the one before it.
 */
export function usePreview<Question extends object, Result>(
  path: string,
  body: Question | null,
  merge: (before: Result | null, preview: Result) => Result = (_before, preview) => preview,
): ShownPreview<Result> & { question: Question | null } {
  const requestBody = body === null ? null : JSON.stringify(body);
  const [shown, setShown] = useState<Shown<Question, Result> | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const latest = useLatest({ body, merge });
  useEffect(() => {
    const { body: question, merge: merged } = latest.current;
    if (requestBody === null || question === null) return;
    let isCurrent = true;
    const timer = setTimeout(() => {
      api
        .post<Result>(path, question)
        .then((result) => {
          if (!isCurrent) return;
          setShown((before) => {
            const preview = merged(before?.preview ?? null, result);
            return { body: requestBody, question, preview };
          });
        })
        // What is wrong with a value is said next to it, or by saving.
        .catch(() => {
          if (isCurrent) setFailed(requestBody);
        });
    }, restMs);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [path, requestBody, latest]);
  const { preview, question } = (requestBody === null ? null : shown) ?? nothing;
  const isStale = shown?.body !== requestBody;
  return {
    preview,
    question,
    isStale,
    isFailed: isStale && requestBody !== null && failed === requestBody,
  };
}

const nothing = { preview: null, question: null };
