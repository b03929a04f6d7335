import { Link } from '@tanstack/react-router';
import { NotLoaded } from '~/kit/ui/messages/LoadFailed';
import { Panel } from '~/kit/ui/elements/Panel';
import { SoftText } from '~/kit/ui/theme/SoftText';
import { recordPath } from '~/modules/organization/kinds/kinds.rules';
import type { RecordPart } from '~/modules/records/records/screens/RecordPage';
import { TermsLines } from './TermsTable';
import { useVendorsOf } from './vendors.client';

/** The vendors of a product with their terms, on its page. */
export default function ProductVendors({ id }: Pick<RecordPart, 'id'>) {
  const { data, state, retry } = useVendorsOf(id);
  if (!data) return <NotLoaded what="vendors" state={state} onRetry={retry} />;
  return (
    <Panel padded>
      {data.length === 0 ? (
        <SoftText>No vendors yet. Add this product on the page of a vendor.</SoftText>
      ) : (
        <TermsLines
          title="Vendor"
          lines={data.map((terms) => ({
            terms,
            head: (
              <>
                <Link to={recordPath('vendors', terms.vendor_id)}>{terms.vendor_name}</Link>
                <SoftText as="div" small>
                  {[terms.vendor_code, terms.vendor_sku, terms.is_active ? null : 'inactive']
                    .filter(Boolean)
                    .join(' · ')}
                </SoftText>
              </>
            ),
          }))}
        />
      )}
    </Panel>
  );
}
