import { Button } from '@mantine/core';
import { IconDatabaseMinus, IconDatabasePlus } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { counted, formatNumber } from '~/kit/shared/money/numbers';
import { reportFailure } from '~/kit/ui/calls/reportFailure';
import { asCommand } from '~/kit/ui/elements/commands';
import { Panel } from '~/kit/ui/elements/Panel';
import { toast } from '~/kit/ui/messages/toasts';
import { lazyDialog } from '~/kit/ui/dialog/lazyDialog';
import { lazyPart } from '~/kit/ui/hooks/lazyPart';
import { addSampleData, removeSampleData, useIsEmpty } from './dashboard.client';
import classes from './FirstSteps.module.css';

const ConfirmDialog = lazyDialog(
  'opened',
  async () => (await import('~/kit/ui/dialog/ConfirmDialog')).ConfirmDialog,
);

const GstChoice = lazyPart(() => import('./GstChoice'));

/** The button that fills a product without records, after a question. */
export function AddSampleData() {
  const isEmpty = useIsEmpty();
  const [byGst, setByGst] = useState(false);
  const add = async () => {
    await reportFailure({ refused: 'Failed to add sample data' }, () => addSampleData({ byGst }));
    toast('success', 'Sample data added successfully');
  };
  const { ask, question } = useQuestion({
    title: 'Add sample data',
    message: (
      <>
        <p>
          This adds 18 months of sample records: leads, customers, products, services, orders,
          invoices, payments, users and workspaces. Everyone can see them. You can remove them all
          at once.
        </p>
        <Suspense>
          <GstChoice isChosen={byGst} onChange={setByGst} />
        </Suspense>
      </>
    ),
    confirmLabel: 'Add Sample Data',
    onConfirm: add,
  });
  return (
    <>
      {isEmpty ? (
        <Button
          {...asCommand()}
          variant="default"
          size="compact-sm"
          leftSection={<IconDatabasePlus size={16} aria-hidden />}
          onClick={ask}
        >
          Add sample data
        </Button>
      ) : null}
      {question}
    </>
  );
}

/** Says that samples are invented, and removes them. */
export function SampleDataNote({ samples }: { samples: number }) {
  const remove = async () => {
    const removal = await reportFailure(
      { refused: 'Failed to remove sample data' },
      removeSampleData,
    );
    toast('success', messageOf(removal));
  };
  const { ask, question } = useQuestion({
    title: 'Remove sample data',
    message:
      'All sample records will be deleted, even if you changed them. Your own records stay, and so do the sample records they use.',
    confirmLabel: 'Remove Sample Data',
    danger: true,
    onConfirm: remove,
  });
  return (
    <>
      {samples > 0 ? (
        <Panel className={classes.note} padded aria-label="Sample data">
          <p>
            <strong>Sample data is in use.</strong> It has {formatNumber(samples)} sample records.
          </p>
          <Button
            {...asCommand()}
            variant="default"
            size="compact-sm"
            leftSection={<IconDatabaseMinus size={16} aria-hidden />}
            onClick={ask}
          >
            Remove sample data
          </Button>
        </Panel>
      ) : null}
      {question}
    </>
  );
}

type ConfirmOptions = Omit<Parameters<typeof ConfirmDialog>[0], 'opened' | 'onClose'>;

function useQuestion(options: ConfirmOptions) {
  const [asking, setAsking] = useState(false);
  return {
    ask: () => setAsking(true),
    question: <ConfirmDialog {...options} opened={asking} onClose={() => setAsking(false)} />,
  };
}

const mostNamed = 5;

function messageOf({ left: skipped }: { left: readonly { label: string }[] }): string {
  if (skipped.length === 0) return 'Sample data removed successfully';
  const named = skipped.slice(0, mostNamed).map(({ label }) => label);
  const names = skipped.length > mostNamed ? [...named, '…'] : named;
  return `Sample data removed, except ${counted(skipped.length, 'record')} that your own records use: ${names.join(', ')}`;
}
