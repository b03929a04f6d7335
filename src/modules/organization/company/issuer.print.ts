import type { BillingProfile } from './identity.fields';

interface Issuer {
  name: string;
  address: string | null;
  city: string | null;
  state: string | null;
  postal_code: string | null;
  gstin: string | null;
}

/** The company as its documents name it (docs/product/billing.md#billing-information). */
export function issuerOf(profile: BillingProfile | null): Issuer {
  return {
    name: profile?.company_name ?? 'Manufacturing CRM',
    address: profile?.billing_address ?? null,
    city: profile?.city ?? null,
    state: profile?.state ?? null,
    postal_code: profile?.zip_code ?? null,
    gstin: profile?.tax_id ?? null,
  };
}

export function issuerLines({ name, address, city, state, postal_code, gstin }: Issuer): string[] {
  return filled([
    name,
    ...linesOf(address),
    filled([city, state, postal_code]).join(', '),
    gstin === null ? null : `Tax ID: ${gstin}`,
  ]);
}

export function linesOf(text: string | null): string[] {
  return (text ?? '').split('\n').filter((line) => line.trim() !== '');
}

export function filled(texts: readonly (string | null)[]): string[] {
  return texts.filter((text) => text !== null).filter((text) => text !== '');
}
