import { type DependentCount, dependentsText } from '~/kit/shared/fields/dependents';
import { counted } from '~/kit/shared/money/numbers';
import { decimalsOf } from '~/kit/shared/money/quantities';
import { allowed, refused, type Verdict } from '~/kit/shared/verdict';
import type { Settings } from '~/modules/organization/company/settings.fields';
import type { Unit, UnitPatch } from './units.fields';

type Named = Pick<Unit, 'code'>;

/** A unit that products are counted in stays (docs/product/tax.md#units). */
export function canDeleteUnit({ code }: Named, dependents: readonly DependentCount[]): Verdict {
  const holders = dependentsText(dependents);
  if (holders === '') return allowed;
  return refused('unit.in_use', `The unit "${code}" is used by ${holders} and cannot be deleted`);
}

/** The code of a unit in use stays, since products name their unit by it; all else may change. */
export function canChangeUnit(
  unit: Named,
  patch: UnitPatch,
  dependents: readonly DependentCount[],
): Verdict {
  const holders = dependentsText(dependents);
  if (patch.code === undefined || patch.code === unit.code || holders === '') return allowed;
  return refused(
    'unit.in_use',
    `The unit "${unit.code}" is used by ${holders}, so its code cannot change`,
  );
}

/** The decimals of a unit stay while a quantity of a product needs them (docs/product/tax.md#units). */
export function canLowerDecimals({ code }: Named, isNeeded: boolean): Verdict {
  if (!isNeeded) return allowed;
  return refused('unit.in_use', `Some product quantities use the decimals of "${code}"`);
}

/** How finely quantities of a unit may be given. */
export type UnitDecimals = Pick<Unit, 'code' | 'decimals'>;

/** What is wrong with a quantity that is finer than its unit, or null (docs/product/tax.md#units). */
export function decimalsProblem(
  label: string,
  quantity: number,
  { code, decimals }: UnitDecimals,
): string | null {
  if (decimalsOf(quantity) <= decimals) return null;
  if (decimals === 0) return `${label} must be a whole number`;
  return `${label} can have at most ${counted(decimals, 'decimal')} (${code})`;
}

export const noUnit = (code: string): string => `There is no unit "${code}"`;

/** Finds the code that a text means: the same one, else one that differs in case alone. */
export function unitOf(codes: readonly string[]): (text: string) => string | undefined {
  const exact = new Set(codes);
  const folded = new Map([...codes].reverse().map((code) => [code.toLowerCase(), code]));
  return (text) => (exact.has(text) ? text : folded.get(text.toLowerCase()));
}

/** The ids of ready-made units lie below (migrations/0111-catalogue.sql). */
const firstOwnId = 101;

/**
 * Those that forms offer besides their usual ones: the company's own, and every one where tax is by GST
 * (docs/product/products.md#units).
 */
function isOffered({ id }: Pick<Unit, 'id'>, taxMode: Settings['tax_mode']): boolean {
  return taxMode === 'gst' || id >= firstOwnId;
}

interface Offer {
  usual: readonly string[];
  own?: string | undefined;
  taxMode: Settings['tax_mode'];
}

/** The codes that a form offers: its usual ones first, then the others; always the record's `own`. */
export function offeredUnits(
  existing: readonly Pick<Unit, 'id' | 'code'>[],
  { usual, own, taxMode }: Offer,
): string[] {
  const codes = new Set(existing.map(({ code }) => code));
  const first = codes.size === 0 ? usual : usual.filter((code) => codes.has(code));
  const others = existing.filter((unit) => isOffered(unit, taxMode)).map(({ code }) => code);
  const offered = [...new Set([...first, ...others])];
  return own === undefined || offered.includes(own) ? offered : [own, ...offered];
}
