import type { ErrorTable } from '~/kit/shared/error-codes';
import { type DependentCount, dependentsText } from '~/kit/shared/fields/dependents';
import { allowed, type FieldProblem, refused, type Verdict } from '~/kit/shared/verdict';
import type { Settings } from '~/modules/organization/company/settings.fields';
import { readGstin } from '~/modules/organization/company/gstin.rules';
import { partyAfter, type Sent, unknownParty } from '~/modules/sales/customers/customers.rules';
import type { Vendor } from './vendors.fields';

export const vendorRefusals = {
  'vendor.code_taken': [409, 'Another vendor has this code'],
  'vendor.still_active': [409, 'Only an inactive vendor can be deleted'],
  'vendor.in_use': [409, 'The vendor has documents'],
} as const satisfies ErrorTable;

/**
 * Only an inactive vendor without documents can be deleted (docs/product/vendors.md#deletion). A screen that does not know
 * the dependents omits them; the server checks them.
 */
export function canDelete(
  vendor: Pick<Vendor, 'is_active'>,
  dependents: readonly DependentCount[] = [],
): Verdict {
  if (vendor.is_active) {
    return refused(
      'vendor.still_active',
      'An active vendor cannot be deleted. Make the vendor inactive first.',
    );
  }
  const documents = dependentsText(dependents);
  if (documents === '') return allowed;
  return refused('vendor.in_use', `This vendor has ${documents} and cannot be deleted`);
}

type Identified = Parameters<typeof partyAfter>[0] & Pick<Vendor, 'pan' | 'tds_code'>;

/** Where nothing is known of a vendor. */
export const unknownVendor: Identified = { ...unknownParty, pan: null, tds_code: null };

/** What of the company's settings vendors follow. */
export type VendorSettings = Pick<Settings, 'tax_mode' | 'tds_codes'>;

/** What follows for a vendor from what is sent of it. */
export interface VendorOutcome {
  /** The state and the PAN that follow; those that do not change are left out. */
  values: Partial<Pick<Vendor, 'state_code' | 'pan'>>;
  /** What is refused; null where all is well. */
  problem: FieldProblem | null;
}

/**
 * The state and the PAN of a vendor after a change, or what contradicts itself (docs/product/vendors.md#pan). A GSTIN that is
 * not valid is refused only where tax is by GST; a TDS code must be one of the settings, or stay.
 */
export function vendorAfter(
  before: Identified,
  sent: Sent<Identified>,
  { tax_mode, tds_codes }: VendorSettings,
): VendorOutcome {
  const party = partyAfter(before, sent, 'vendors');
  const pan = panAfter(before, sent);
  const invalid = tax_mode === 'gst' ? party.invalid : null;
  const problem = party.refused ?? invalid ?? pan.problem ?? tdsProblem(before, sent, tds_codes);
  const { state_code } = party;
  return {
    values: {
      ...(state_code === undefined ? {} : { state_code }),
      ...(pan.value === undefined ? {} : { pan: pan.value }),
    },
    problem,
  };
}

/** The PAN of a valid GSTIN is that of its holder, and another one contradicts it. */
function panAfter(
  before: Pick<Identified, 'gstin' | 'pan'>,
  sent: Sent<Pick<Identified, 'gstin' | 'pan'>>,
): { value: string | null | undefined; problem: FieldProblem | null } {
  const { gstin = before.gstin, pan } = sent;
  const within = sent.gstin === undefined && pan === undefined ? null : panOfGstin(gstin);
  if (within === null) return { value: pan, problem: null };
  const isContrary = typeof pan === 'string' && pan !== within && pan !== before.pan;
  const message = `The GSTIN contains the PAN ${within}, not ${pan}`;
  return { value: within, problem: isContrary ? { field: 'pan', message } : null };
}

function tdsProblem(
  before: Pick<Identified, 'tds_code'>,
  { tds_code = before.tds_code }: Sent<Pick<Identified, 'tds_code'>>,
  codes: VendorSettings['tds_codes'],
): FieldProblem | null {
  if (tds_code === before.tds_code || codes.some(({ code }) => code === tds_code)) return null;
  if (tds_code === null) return null;
  return { field: 'tds_code', message: `TDS code ${tds_code} is not in the settings` };
}

/** The PAN in a valid GSTIN; null for any other text. */
export function panOfGstin(gstin: string | null): string | null {
  const reading = readGstin(gstin ?? '');
  return reading.ok ? reading.pan : null;
}
