import { isInIndia } from '~/modules/sales/documents/findings/findings.rules';
import { isBuyerAbroad } from '~/modules/catalogue/tax/supply.rules';
import { allowed, refused, type Verdict } from '~/kit/shared/verdict';

type Flags = Readonly<Record<string, string>>;

/** The flags of which each customer has one at a time, with what they say (docs/product/customers.md#addresses). */
export const addressDefaults: Flags = {
  is_billing: 'address is the default for billing',
  is_shipping: 'address is the default for shipping',
};

export const contactDefaults: Flags = { is_primary: 'contact is the primary contact' };

/** A default moves when another one becomes it; it cannot be unset. */
export function canChangeDefaults(
  flags: Flags,
  before: Readonly<Record<string, unknown>>,
  patch: Readonly<Record<string, unknown>>,
): Verdict {
  for (const [flag, is] of Object.entries(flags)) {
    if (before[flag] !== true || patch[flag] !== false) continue;
    return refused('customer.default_needed', `This ${is}. Make another one the default first`);
  }
  return allowed;
}

/**
 * The defaults that a part becomes only when it is sent as one: an address in India is not the billing address of a
 * buyer abroad (docs/product/customers.md#addresses).
 */
export function unfitDefaults(
  owner: Parameters<typeof isBuyerAbroad>[0],
  part: Readonly<Record<string, unknown>>,
): readonly string[] {
  const { state_code = null, country = null } = part as Partial<Located>;
  return isBuyerAbroad(owner) && isInIndia({ state_code, country }) ? ['is_billing'] : [];
}

type Located = Parameters<typeof isInIndia>[0];

const mostParts = 200;

export function canAddPart(count: number): Verdict {
  if (count < mostParts) return allowed;
  return refused('customer.parts_full', `A customer can have at most ${mostParts} of these`);
}
