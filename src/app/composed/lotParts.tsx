import { useRowOf } from '~/kit/ui/records/useWhole';
import { RecordLink } from '~/kit/ui/list/RecordLink';
import { useVendors } from '~/modules/buying/vendors/screens/vendors.client';

/** What vendors add to the page of a lot. */
export function VendorName({ id }: { id: number }) {
  const vendor = useRowOf(useVendors(), id);
  return vendor ? <RecordLink path="/vendors" id={id} name={vendor.company_name} /> : null;
}
