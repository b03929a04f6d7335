import { useEffect, useState } from 'react';
import { api } from '~/kit/ui/data/api';
import { useLatest } from '~/kit/ui/hooks/useLatest';

const restMs = 150;

export interface ShownPreview<Answer> {
  /** The last answer, of what was typed a moment ago; null before the first. */
  preview: Answer | null;
  isStale: boolean;
  /** True when the last question had no answer, such as without a connection. */
  isFailed: boolean;
}

interface Shown<Question, Answer> {
  asked: string;
  question: Question;
  preview: Answer;
}

/**
 * What the server makes of what is being typed, by a call that writes nothing; null asks nothing. `question` is the one
 * that `preview` answers. An answer may keep parts of the one before it.
 */
export function usePreview<Question extends object, Answer>(
  path: string,
  body: Question | null,
  merge: (before: Answer | null, answer: Answer) => Answer = (_before, answer) => answer,
): ShownPreview<Answer> & { question: Question | null } {
  const asked = body === null ? null : JSON.stringify(body);
  const [shown, setShown] = useState<Shown<Question, Answer> | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const latest = useLatest({ body, merge });
  useEffect(() => {
    const { body: question, merge: merged } = latest.current;
    if (asked === null || question === null) return;
    let isCurrent = true;
    const timer = setTimeout(() => {
      api
        .post<Answer>(path, question)
        .then((answer) => {
          if (!isCurrent) return;
          setShown((before) => {
            const preview = merged(before?.preview ?? null, answer);
            return { asked, question, preview };
          });
        })
        // What is wrong with a value is said next to it, or by saving.
        .catch(() => {
          if (isCurrent) setFailed(asked);
        });
    }, restMs);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [path, asked, latest]);
  const { preview, question } = (asked === null ? null : shown) ?? nothing;
  const isStale = shown?.asked !== asked;
  return { preview, question, isStale, isFailed: isStale && asked !== null && failed === asked };
}

const nothing = { preview: null, question: null };
