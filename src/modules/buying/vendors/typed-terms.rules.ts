import { readTyped } from '~/kit/shared/fields/typed-values';
import { type SentTerms, type Terms, termFields, typedTermNames } from './terms.fields';
import { termProblems } from './terms.rules';

export type TypedName = (typeof typedTermNames)[number];

/** Terms as the form holds them: all but product and preference as typed text. */
export type TypedTerms = Record<TypedName, string> & {
  key: number;
  product_id: number | null;
  product_name: string;
  is_preferred: boolean;
};

export function emptyTerms(items: readonly TypedTerms[]): TypedTerms {
  const key = Math.max(0, ...items.map((item) => item.key)) + 1;
  const empty = Object.fromEntries(typedTermNames.map((name) => [name, ''])) as Record<
    TypedName,
    string
  >;
  return { ...empty, key, product_id: null, product_name: '', factor: '1', is_preferred: false };
}

export function typedTerms(items: readonly Terms[]): TypedTerms[] {
  return items.map((item, key) => ({
    ...emptyTerms([]),
    ...Object.fromEntries(typedTermNames.map((name) => [name, String(item[name] ?? '')])),
    key,
    product_id: item.product_id,
    product_name: item.product_name,
    is_preferred: item.is_preferred,
  }));
}

/** The typed terms as they are sent, without rows that nothing was typed into, and the first problem in a sentence. */
export function readTerms(typed: readonly TypedTerms[]): {
  items: SentTerms[];
  wrong: string | null;
} {
  const touched = typed.filter(
    ({ product_id, price, vendor_sku }) => product_id !== null || price + vendor_sku !== '',
  );
  const items: SentTerms[] = [];
  for (const [index, row] of touched.entries()) {
    const prefix = `Item ${index + 1}: `;
    const { product_id, is_preferred } = row;
    if (product_id === null) return { items, wrong: `${prefix}Please select a product` };
    const values: Record<string, unknown> = {};
    for (const name of typedTermNames) {
      const read = readTyped(termFields[name], row[name], 'form');
      if (!read.ok) return { items, wrong: prefix + read.message };
      values[name] = read.value;
    }
    items.push({ ...values, product_id, is_preferred });
  }
  const [first] = termProblems(items.map(({ factor = 1, ...item }) => ({ ...item, factor })));
  return { items, wrong: first?.message ?? null };
}
