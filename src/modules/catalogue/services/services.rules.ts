import type { ErrorTable } from '~/kit/shared/error-codes';
import { type DependentCount, dependentsText } from '~/kit/shared/fields/dependents';
import { formatPrice } from '~/kit/shared/money/money';
import { allowed, refused, type Verdict } from '~/kit/shared/verdict';
import { type PriceDecimals, priceProblem } from '~/modules/organization/company/prices.rules';
import { type Service, serviceFields } from './services.fields';

export const serviceRefusals = {
  'service.in_use': [409, 'Orders or invoices use the service'],
} as const satisfies ErrorTable;

/**
 * A service on an order or an invoice cannot be deleted; the message names them (docs/product/services.md#deletion).
 */
export function canDelete(dependents: readonly DependentCount[]): Verdict {
  const documents = dependentsText(dependents);
  if (documents === '') return allowed;
  return refused(
    'service.in_use',
    `This service is on ${documents} and cannot be deleted. Make it inactive instead.`,
  );
}

/** `₹4,500.00`; "Quote Required" where no price is set (docs/product/services.md#price). */
export function priceText({ price }: Pick<Service, 'price'>): string {
  return price === null ? 'Quote Required' : formatPrice(price);
}

/** The price that a typed text means: empty is 0 unless a quote is required (docs/product/services.md#price). */
export function priceOf(typed: {
  price: number | null | undefined;
  quote: boolean;
}): number | null {
  return typed.quote ? null : (typed.price ?? 0);
}

/** What is wrong with a price that is finer than the setting, or null. */
export function finerPrice(price: unknown, decimals: PriceDecimals): string | null {
  return priceProblem(serviceFields.price.label, Number(price), decimals);
}
