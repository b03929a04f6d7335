import { plainCode } from '~/modules/organization/company/tax-ids.rules';
import { gstCategories } from '~/modules/catalogue/tax/supply.rules';
import { partyProblem } from '~/modules/sales/customers/customers.rules';
import { gstFollow, gstNotes, gstRefusal } from '~/modules/sales/customers/gst.rules';
import { panOfGstin } from './vendors.rules';

/** The texts of a vendor's form. */
type Typed = Readonly<Record<string, string>>;

/** What the form shows of GST and PAN while it is typed in (docs/product/company.md#said-while-typing). */
export function vendorNotes(typed: Typed) {
  const pan = panProblem(typed);
  return {
    ...gstNotes(typed),
    gst_category: { text: categoryProblem(typed) ?? '', isDoubt: true },
    pan: { text: pan ?? '', isDoubt: true },
  };
}

/** A valid GSTIN brings its state and its PAN along. */
export function vendorFollow(name: string, typed: Typed): { state_code?: string; pan?: string } {
  const pan = name === 'gstin' ? panOfGstin(plainCode(typed['gstin'] ?? '')) : null;
  return { ...gstFollow(name, typed), ...(pan === null ? {} : { pan }) };
}

/** Why the server would refuse an input of the form, or null; `existing` is the GSTIN that is saved already. */
export function vendorRefusal(
  name: string,
  typed: Typed,
  { existing, isGst }: { existing: string | null; isGst: boolean },
): string | null {
  if (name === 'pan') return panProblem(typed);
  if (name === 'gst_category') return categoryProblem(typed);
  return isGst ? gstRefusal(name, typed, existing) : null;
}

function panProblem({ gstin = '', pan = '' }: Typed): string | null {
  const within = panOfGstin(plainCode(gstin));
  if (within === null || pan.trim() === '' || plainCode(pan) === within) return null;
  return `The GSTIN contains the PAN ${within}`;
}

function categoryProblem({ gst_category = '', gstin = '' }: Typed): string | null {
  const category = gstCategories.find(({ value }) => value === gst_category)?.value ?? null;
  return partyProblem({ gst_category: category, gstin: plainCode(gstin) || null }, 'vendors');
}
