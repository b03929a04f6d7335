import { allowed, refused, type Verdict } from '~/kit/shared/verdict';

type Flags = Readonly<Record<string, string>>;

/** The flags of which each customer has one at a time, with what they say (docs/product/customers.md#addresses). */
export const addressDefaults: Flags = {
  is_billing: 'address is the default for billing',
  is_shipping: 'address is the default for shipping',
};

export const contactDefaults: Flags = { is_primary: 'contact is the primary one' };

/** A default moves when another one becomes it; it cannot be unset. */
export function canChangeDefaults(
  flags: Flags,
  before: Readonly<Record<string, unknown>>,
  patch: Readonly<Record<string, unknown>>,
): Verdict {
  for (const [flag, is] of Object.entries(flags)) {
    if (before[flag] !== true || patch[flag] !== false) continue;
    return refused('customer.default_needed', `This ${is}; let another one become it instead`);
  }
  return allowed;
}

const mostParts = 200;

export function canAddPart(count: number): Verdict {
  if (count < mostParts) return allowed;
  return refused('customer.parts_full', `A customer has at most ${mostParts} of them`);
}
