import { useEffect, useState } from 'react';
import { api } from '~/kit/ui/data/api';
import { sentSupply, type TypedSupply } from '../typed-supply.rules';
import type { TaxPreview, TaxPreviewBody } from '../tax-preview.fields';

const restMs = 150;

export interface ShownPreview {
  /** The last answer, of what was typed a moment ago; null before the first. */
  preview: TaxPreview | null;
  isStale: boolean;
  /** True when the last question had no answer, such as without a connection. */
  isFailed: boolean;
}

interface Line extends Omit<TaxPreviewBody['lines'][number], 'key' | 'name'> {
  key: number;
  name: string;
}

/** The part of the call that every form shares. */
export function taxPreviewOf(typed: TypedSupply, lines: readonly Line[]) {
  return {
    ...sentSupply(typed),
    lines: lines.map(({ key: _key, name: _name, ...line }) => line),
  };
}

/** What the document that is being typed comes to, as the server computes it; null asks nothing. */
export function useTaxPreview(body: TaxPreviewBody | null): ShownPreview {
  const asked = body === null ? null : JSON.stringify(body);
  const [shown, setShown] = useState<{ of: string; preview: TaxPreview } | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  useEffect(() => {
    if (asked === null) return;
    let isCurrent = true;
    const timer = setTimeout(() => {
      api
        .post<TaxPreview>('/tax/preview', JSON.parse(asked))
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
  }, [asked]);
  const preview = asked === null ? null : (shown?.preview ?? null);
  const isStale = shown?.of !== asked;
  return { preview, isStale, isFailed: isStale && asked !== null && failed === asked };
}
