import { withRevaluedText } from '~/modules/catalogue/products/stock/revalued.fields';
import { useBeforeCount } from '~/modules/catalogue/products/stock/screens/BeforeCount';
import { useCompany } from '~/modules/organization/company/screens/settings.client';
import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDelete } from '~/kit/ui/dialog/ConfirmDelete';
import { lazyDialog } from '~/kit/ui/dialog/lazyDialog';
import { formatNumber } from '~/kit/shared/money/numbers';
import type { Count, CountLine } from '../counts.fields';
import type { CountQuestionsState } from './CountActions';
import { type Counts, postCount } from './counts.client';

const ConfirmDialog = lazyDialog(
  'opened',
  async () => (await import('~/kit/ui/dialog/ConfirmDialog')).ConfirmDialog,
);

interface Props {
  count: Count;
  counts: Counts;
  questions: CountQuestionsState;
}

/** Asks before a count is posted, and before an open one is deleted. */
export function CountQuestions({ count, counts, questions: { ask, close } }: Props) {
  return (
    <>
      <PostQuestion count={count} counts={counts} opened={ask === 'post'} onClose={close} />
      <ConfirmDelete
        noun="Stock Count"
        record={ask === 'delete' ? count : null}
        label={count.count_number}
        message="Stock does not change."
        onDelete={counts.delete}
        done="Stock count deleted successfully"
        offlineText="Failed to delete stock count"
        onClose={close}
      />
    </>
  );
}

interface PostProps {
  count: Count;
  counts: Counts;
  opened: boolean;
  onClose: () => void;
}

function PostQuestion({ count, counts, opened, onClose }: PostProps) {
  const [isZero, setZero] = useState(false);
  const { today } = useCompany();
  const beforeCount = useBeforeCount(opened);
  const { location_name, category_name } = count;
  const what = category_name === null ? location_name : `${category_name} in ${location_name}`;
  return (
    <ConfirmDialog
      opened={opened}
      title="Post Count"
      subject={count.count_number}
      message={
        <>
          <p>Each difference changes the stock. A posted count is final.</p>
          <Checkbox
            checked={isZero}
            onChange={(event) => setZero(event.currentTarget.checked)}
            label="Set what was not counted to zero"
            description={`Everything else of ${what}`}
          />
        </>
      }
      question={beforeCount.question}
      confirmLabel="Post Count"
      failed={{ refused: 'Failed to post stock count' }}
      onConfirm={async () => {
        const posted = await beforeCount.send((counted) =>
          postCount(count, { ...(isZero ? { uncounted: 'zero' } : {}), ...counted }),
        );
        counts.retry();
        return withRevaluedText('Stock count posted successfully', posted, today);
      }}
      onClose={onClose}
    />
  );
}

interface RemoveProps {
  line: CountLine;
  onRemove: (line: CountLine) => Promise<string>;
  onClose: () => void;
}

/** Asks before a counted line is removed. */
export function RemoveQuestion({ line, onRemove, onClose }: RemoveProps) {
  const { product_name, lot_number, counted_quantity, unit } = line;
  return (
    <ConfirmDialog
      opened
      danger
      title="Remove Line"
      subject={[product_name, lot_number].filter(Boolean).join(', ')}
      message={`The counted quantity of ${formatNumber(counted_quantity)} ${unit} is deleted.`}
      confirmLabel="Remove"
      failed={{ refused: 'Failed to remove line' }}
      onConfirm={() => onRemove(line)}
      onClose={onClose}
    />
  );
}
