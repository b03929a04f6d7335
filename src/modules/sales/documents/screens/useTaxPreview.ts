import { shallowEqual } from '@mantine/hooks';
import { useMemo } from 'react';
import { remembered } from '~/kit/shared/fields/remembered';
import { useSettings } from '~/modules/organization/company/screens/settings.client';
import { type AskedDocument, type AskedLine, previewSince } from '../tax-now.rules';
import { sentSupply, type TypedSupply } from '../typed-supply.rules';
import type { TaxPreview } from '../tax-preview.fields';
import { type ShownPreview, usePreview } from './usePreview';

interface Line extends AskedLine {
  key: number;
  name: string;
}

const askedLine = remembered(({ key: _key, name: _name, ...line }: Line) => line);

/** The part of the call that every form shares. */
export function taxPreviewOf(typed: TypedSupply, lines: readonly Line[]) {
  return { ...sentSupply(typed), lines: lines.map(askedLine) };
}

export type ShownTaxPreview = ShownPreview<TaxPreview>;

/**
 * What the document that is being typed comes to, as the server computes it, at once where its last answer says all that
 * it takes; null asks nothing.
 */
export function useTaxPreview(body: AskedDocument | null): ShownTaxPreview {
  const { round_to_rupee: roundsToRupee } = useSettings();
  const told = usePreview<AskedDocument, TaxPreview>('/tax/preview', body, keptLines);
  const { question, preview, ...shown } = told;
  const since = useMemo(
    () => (question && preview ? previewSince(question, preview, roundsToRupee) : null),
    [question, preview, roundsToRupee],
  );
  return { ...shown, preview: (shown.isStale && body && since?.(body)) || preview };
}

/** Lines of which the server says the same as before stay the same objects: their rows are not drawn again. */
function keptLines(before: TaxPreview | null, answer: TaxPreview): TaxPreview {
  const lines = answer.lines.map((line, at) => {
    const known = before?.lines[at];
    return known && shallowEqual(known, line) ? known : line;
  });
  return { ...answer, lines };
}
