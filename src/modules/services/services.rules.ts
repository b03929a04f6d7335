import { formatMoney } from '~/kit/shared/money';
import { allowed, refused, type Verdict } from '~/kit/shared/verdict';
import type { Service } from './services.fields';

/** On how many records a service stands, which would be left without it. */
export interface Holdings {
  orders: number;
  invoices: number;
}

/** A service on an order or an invoice cannot be deleted; the message says what holds it (contract: Catalogue and stock). */
export function canDelete({ orders, invoices }: Holdings): Verdict {
  const held = [counted(orders, 'order'), counted(invoices, 'invoice')].filter(Boolean);
  if (held.length === 0) return allowed;
  return refused(
    'service.in_use',
    `This service is on ${held.join(' and ')} and cannot be deleted. Make it inactive instead.`,
  );
}

function counted(count: number, noun: string): string {
  if (count === 0) return '';
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** `₹4,500.00`; "Quote Required" where no price is set (spec 3 §2). */
export function priceText({ price }: Pick<Service, 'price'>): string {
  return price === null ? 'Quote Required' : formatMoney(price, 'INR');
}

/** What a typed price means: empty is 0 unless a quote is required (spec 3 §5). */
export function priceOf(typed: {
  price: number | null | undefined;
  quote: boolean;
}): number | null {
  return typed.quote ? null : (typed.price ?? 0);
}

export interface ServiceFigures {
  total: number;
  active: number;
  onSite: number;
  remote: number;
}

/** What the cards above the list count (spec 3 §2). */
export function figuresOf(
  services: readonly Pick<Service, 'is_active' | 'is_on_site' | 'is_remote'>[],
): ServiceFigures {
  return {
    total: services.length,
    active: services.filter((service) => service.is_active).length,
    onSite: services.filter((service) => service.is_on_site).length,
    remote: services.filter((service) => service.is_remote).length,
  };
}
