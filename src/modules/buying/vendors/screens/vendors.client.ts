import { useComputed } from '~/kit/ui/records/computed';
import { type List, useList } from '~/kit/ui/records/list-store';
import { useRecordsIn } from '~/kit/ui/records/useRecords';
import type { Terms, VendorTerms } from '../terms.fields';
import type { NewVendor, Vendor, VendorPatch } from '../vendors.fields';

export function useVendors() {
  return useVendorsIn(useList<Vendor>({ entity: 'vendors', path: '/vendors' }));
}

export type Vendors = ReturnType<typeof useVendorsIn>;

/** What is done with the vendors of a list, or with the one of a page. */
export function useVendorsIn(list: List<Vendor>) {
  return useRecordsIn<Vendor, NewVendor, VendorPatch>(list);
}

/** What a vendor sells, kept current while it is shown. */
export function useTerms(vendorId: number) {
  return useComputed<Terms[]>(`/vendors/${vendorId}/products`, {
    dependsOn: ['vendors', 'products', 'purchase_orders'],
    day: '',
  });
}

/** The vendors of a product, kept current while they are shown. */
export function useVendorsOf(productId: number) {
  return useComputed<VendorTerms[]>(`/products/${productId}/vendors`, {
    dependsOn: ['vendors', 'products', 'purchase_orders'],
    day: '',
  });
}
