import { Button } from '@mantine/core';
import { useState } from 'react';
import { lazyDialog } from '~/kit/ui/dialog/lazyDialog';
import { Panel } from '~/kit/ui/elements/Panel';
import { useMay } from '~/modules/organization/workspaces/screens/workspaces.client';
import type { Terms } from '../terms.fields';
import type { Vendor } from '../vendors.fields';
import { TermsTable } from './TermsTable';
import { useTerms } from './vendors.client';

const TermsForm = lazyDialog('items', () => import('./TermsForm'));

/** What a vendor sells, on its page; it is edited in a dialog (docs/product/vendors.md#terms). */
export function TermsPanel({ vendor }: { vendor: Vendor }) {
  const { data, retry } = useTerms(vendor.id);
  const [opened, setOpened] = useState<readonly Terms[] | null>(null);
  const mayUpdate = useMay('vendors.update').ok;
  return (
    <Panel padded>
      <TermsTable of={vendor.id} />
      {mayUpdate && data ? (
        <Button variant="default" mt="sm" onClick={() => setOpened(data)}>
          Edit Products
        </Button>
      ) : null}
      <TermsForm vendor={vendor} items={opened} onSaved={retry} onClose={() => setOpened(null)} />
    </Panel>
  );
}
