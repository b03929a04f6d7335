import { shallowEqual } from '@mantine/hooks';
import { useMemo } from 'react';
import { remembered } from '~/kit/shared/fields/remembered';
import { useSettings } from '~/modules/organization/company/screens/settings.client';
import { type PreviewQuery, type PreviewQueryLine, previewSince } from '../tax-now.rules';
import { sentSupply, type TypedSupply } from '../typed-supply.rules';
import type { TaxPreview } from '../tax-preview.fields';
import { type ShownPreview, usePreview } from './usePreview';

interface Line extends PreviewQueryLine {
  key: number;
  name: string;
}

const queryLine = remembered(({ key: _key, name: _name, ...line }: Line) => line);

/** The lines of the call. */
export function previewLines(lines: readonly Line[]): PreviewQueryLine[] {
  return lines.map(queryLine);
}

/** The part of the call that every form of a sale shares. */
export function taxPreviewOf(typed: TypedSupply, lines: readonly Line[]) {
  return { ...sentSupply(typed), lines: previewLines(lines) };
}

export type ShownTaxPreview = ShownPreview<TaxPreview>;

/**
 * What the document that is being typed comes to, as the server computes it, at once where its last answer says all that
 * it takes; null asks nothing. A document of a vendor has another call (`path`).
 */
export function useTaxPreview<Query extends PreviewQuery>(
  body: Query | null,
  path = '/tax/preview',
): ShownTaxPreview {
  const { round_to_rupee: roundsToRupee } = useSettings();
  const notified = usePreview<Query, TaxPreview>(path, body, storedLines);
  const { question, preview, ...shown } = notified;
  const since = useMemo(
    () => (question && preview ? previewSince(question, preview, roundsToRupee) : null),
    [question, preview, roundsToRupee],
  );
  return { ...shown, preview: (shown.isStale && body && since?.(body)) || preview };
}

/** Lines of which the server says the same as before stay the same objects: their rows are not drawn again. */
function storedLines(before: TaxPreview | null, preview: TaxPreview): TaxPreview {
  const lines = preview.lines.map((line, at) => {
    const cached = before?.lines[at];
    return cached && shallowEqual(cached, line) ? cached : line;
  });
  return { ...preview, lines };
}
