import { sentSupply, type TypedSupply } from '../typed-supply.rules';
import type { TaxPreview, TaxPreviewBody } from '../tax-preview.fields';
import { type ShownPreview, usePreview } from './usePreview';

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

export type ShownTaxPreview = ShownPreview<TaxPreview>;

/** What the document that is being typed comes to, as the server computes it; null asks nothing. */
export function useTaxPreview(body: TaxPreviewBody | null): ShownTaxPreview {
  return usePreview<TaxPreview>('/tax/preview', body);
}
