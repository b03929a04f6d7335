import { stateContradiction } from '~/modules/organization/company/gstin.rules';
import {
  type Note,
  addressNotes,
  stateOfGstin,
} from '~/modules/organization/company/addresses.rules';
import { plainCode } from '~/modules/organization/company/tax-ids.rules';
import { gstCategories } from '~/modules/catalogue/tax/supply.rules';
import { partyProblem } from './customers.rules';

/** The texts of a form for a customer or for one of its addresses. */
type Typed = Readonly<Record<string, string>>;

type Noted = 'gst_category' | 'gstin' | 'state_code' | 'postal_code';

/** What the form says of GST while it is typed in (docs/product/company.md#said-while-typing). */
export function gstNotes(typed: Typed): Record<Noted, Note> {
  const { gstin = '', state_code = '', postal_code = '', country = '' } = typed;
  const notes = addressNotes({ gstin, state: state_code, pin: postal_code, country });
  const category = categoryProblem(typed);
  return {
    gst_category: { text: category ?? '', isDoubt: true },
    gstin: notes.gstin,
    state_code: notes.state,
    postal_code: notes.pin,
  };
}

/** A valid GSTIN brings its state along. */
export function gstFollow(name: string, typed: Typed): { state_code?: string } {
  const state = name === 'gstin' ? stateOfGstin(typed['gstin'] ?? '') : null;
  return state === null ? {} : { state_code: state };
}

/**
 * Why the server would refuse an input of the form where tax is by GST (docs/product/customers.md#gst), or null; `existing`
 * is the GSTIN that is saved already, which may stay as it is.
 */
export function gstRefusal(name: string, typed: Typed, existing: string | null): string | null {
  const { gstin = '', state_code = '' } = typed;
  if (name === 'gst_category') return categoryProblem(typed);
  const registered = stateOfGstin(gstin);
  if (name === 'state_code') {
    return registered === null ? null : stateContradiction(registered, state_code);
  }
  if (name !== 'gstin' || gstin.trim() === '' || plainCode(gstin) === existing) return null;
  return registered === null ? gstNotes(typed).gstin.text || null : null;
}

function categoryProblem({ gst_category = '', gstin = '' }: Typed): string | null {
  const category = gstCategories.find(({ value }) => value === gst_category)?.value ?? null;
  return partyProblem({ gst_category: category, gstin: plainCode(gstin) || null });
}
