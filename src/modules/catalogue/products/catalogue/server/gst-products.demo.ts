import type { Sample } from './product-range.demo';

/** Of what is not taxed as the rest: HSN code, and the name of the tax class. */
export type Tax = readonly [hsn: string | null, taxClass: string];

const usual = 'GST 18%';
const lowered = 'GST 5% (12% before 22 September 2025)';

/** Sample products that only a company by GST has: some without tax, and one that no one has classified yet. */
const untaxed: readonly (readonly [sample: Sample, tax: Tax])[] = [
  [
    ['Salt for Water Softeners, 50 kg', 'CON-SALT50', null, null, 640, 455, 180, 40, 'bag'],
    ['250100', 'Nil-rated (0%)'],
  ],
  [
    ['Charcoal for Forge Hearths', 'CON-CHAR', null, null, 46.5, 33.2, 820, 200, 'kg'],
    ['440290', 'Exempt'],
  ],
  [
    ['Digging Spade with Handle', 'TOO-SPADE', 4, 3, 420, 285, 96, 24, 'each'],
    ['820110', 'Exempt'],
  ],
  [
    ['Hose Clamp 20–32 mm, new', 'FAS-HC2032', null, 8, 18.5, 11.2, 900, 200, 'each'],
    [null, usual],
  ],
];

export const gstProducts: readonly Sample[] = untaxed.map(([sample]) => sample);

const bySku = new Map(untaxed.map(([[, sku], tax]) => [sku, tax]));

// By subcategory; what has none is a fastener.
const hsnCodes = [
  '731815',
  '903180',
  '853710',
  '847989',
  '820559',
  '650610',
  '401519',
  '721499',
  '392099',
];

/** The HSN code of a sample product, and the name of its tax class. */
export function taxOfSample([, sku, subcategory]: Sample): Tax {
  return (
    bySku.get(sku) ?? [hsnCodes[subcategory ?? 0] ?? null, subcategory === 6 ? lowered : usual]
  );
}
