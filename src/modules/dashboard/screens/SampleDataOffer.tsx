import { Button } from '@mantine/core';
import { IconDatabasePlus } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { failureText } from '~/kit/ui/data/api';
import { toast } from '~/kit/ui/elements/toasts';
import { useOnceTrue } from '~/kit/ui/hooks/useOnceTrue';
import { addSampleData, useIsEmpty } from './dashboard.client';
import { Panel } from '~/kit/ui/elements/Panel';
import classes from './DashboardPage.module.css';

const ConfirmDialog = lazy(async () => ({
  default: (await import('~/kit/ui/dialog/ConfirmDialog')).ConfirmDialog,
}));

export function SampleDataOffer() {
  const isEmpty = useIsEmpty();
  const [asking, setAsking] = useState(false);
  const everAsked = useOnceTrue(asking);
  const add = async () => {
    try {
      await addSampleData();
      toast('success', 'Sample data added successfully');
    } catch (error) {
      const words = 'Failed to add sample data';
      toast('error', failureText(error, { refused: words, broken: words }));
      throw error;
    }
  };
  return (
    <>
      {isEmpty ? (
        <Panel className={classes.offer} padded aria-label="Sample data">
          <p>
            <strong>There are no records yet.</strong> Add your first lead, or look around with
            invented sample data.
          </p>
          <Button
            variant="default"
            leftSection={<IconDatabasePlus size={16} aria-hidden />}
            onClick={() => setAsking(true)}
          >
            Add sample data
          </Button>
        </Panel>
      ) : null}
      {everAsked ? (
        <Suspense fallback={null}>
          <ConfirmDialog
            opened={asking}
            title="Add sample data"
            message="This adds invented leads, customers, products, services, orders, invoices, payments, colleagues and workspaces for everybody to see. They can only be removed one by one, and the invoices issued not at all."
            confirmLabel="Add invented records"
            onConfirm={add}
            onClose={() => setAsking(false)}
          />
        </Suspense>
      ) : null}
    </>
  );
}
