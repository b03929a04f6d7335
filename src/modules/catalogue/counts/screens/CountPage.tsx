import { Button, Checkbox } from '@mantine/core';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useEffect, useMemo, useRef, useState } from 'react';
import { formatMoney } from '~/kit/shared/money/money';
import { counted } from '~/kit/shared/money/numbers';
import { formatDay } from '~/kit/shared/time/days';
import { attempt } from '~/kit/ui/data/reportFailure';
import { ConfirmDelete } from '~/kit/ui/dialog/ConfirmDelete';
import { lazyDialog } from '~/kit/ui/dialog/lazyDialog';
import { Badge } from '~/kit/ui/elements/Badge';
import { EmptyState, FailedState, LoadingRows } from '~/kit/ui/elements/ListStates';
import { Page } from '~/kit/ui/shell/Page';
import { useMay } from '~/modules/organization/workspaces/screens/workspaces.client';
import { type CountLine, countStatuses, type WholeCount } from '../counts.fields';
import { currentLines, latestLines } from '../counts.rules';
import { CountLines } from './CountLines';
import { CountScanner } from './CountScanner';
import { deleteCount, postCount, removeLine, saveSheet, useWholeCount } from './counts.client';
import { useScans } from './useScans';

const ConfirmDialog = lazyDialog(
  'opened',
  async () => (await import('~/kit/ui/dialog/ConfirmDialog')).ConfirmDialog,
);

const back = { to: '/counts', label: 'Stock Counts' };

/** A stock count: scanning, typing and posting (docs/product/counts.md#screens). */
export default function CountPage() {
  const { id: named } = useParams({ strict: false }) as { id?: string };
  const id = /^\d{1,10}$/.test(named ?? '') ? Number(named) : 0;
  const { data, state, retry } = useWholeCount(id);
  if (data?.id === id) return <OpenedCount key={id} count={data} onChanged={retry} />;
  return (
    <Page title="Stock Count" back={back}>
      {state === 'failed' ? (
        <FailedState text="Failed to load stock count" onRetry={retry} />
      ) : (
        <LoadingRows columns={4} text="Loading stock count" />
      )}
    </Page>
  );
}

const latestShown = 5;

type Question = 'post' | 'delete';

function OpenedCount({ count, onChanged }: { count: WholeCount; onChanged: () => void }) {
  const { id, count_number, status, is_blind } = count;
  const mayUpdate = useMay('stock.update').ok;
  const scans = useScans(id);
  const input = useRef<HTMLInputElement>(null);
  const [ask, setAsk] = useState<Question | null>(null);
  const lines = useMemo(
    () => currentLines(count, [...scans.counted.values()]),
    [count, scans.counted],
  );
  const isOpen = status === 'draft';
  const isCounting = isOpen && mayUpdate;
  const isWaiting = scans.entries.length > 0;
  // Posting names the version that the person saw.
  useEffect(() => {
    if (!isWaiting && scans.counted.size > 0) onChanged();
  }, [isWaiting, scans.counted, onChanged]);
  const remove = (line: CountLine) =>
    void attempt({ refused: 'Failed to remove line' }, async () => {
      await removeLine(id, line.id);
      scans.forget(line.id);
      onChanged();
      input.current?.focus();
    });
  const set = ({ product_id, product_name, lot_id }: CountLine, quantity: number) => {
    scans.add(product_name, { product_id, ...(lot_id ? { lot_id } : {}), quantity, mode: 'set' });
    input.current?.focus();
  };
  return (
    <Page
      title={count_number}
      back={back}
      subtitle={<About count={count} lines={lines} />}
      actions={<Actions count={count} isWaiting={isWaiting} onAsk={setAsk} />}
    >
      {isCounting ? (
        <CountScanner scans={scans} input={input} latest={latestLines(lines, latestShown)} />
      ) : null}
      {!isCounting && lines.length === 0 ? (
        <EmptyState text="No lines" hint="Nothing is counted yet." action={null} />
      ) : null}
      <CountLines
        lines={lines}
        isBookShown={!(isOpen && is_blind)}
        onSet={isCounting ? set : undefined}
        onRemove={isCounting ? remove : undefined}
      />
      <PostQuestion
        count={count}
        opened={ask === 'post'}
        onPosted={onChanged}
        onClose={() => setAsk(null)}
      />
      <DeleteQuestion count={count} opened={ask === 'delete'} onClose={() => setAsk(null)} />
    </Page>
  );
}

interface ActionsProps {
  count: WholeCount;
  isWaiting: boolean;
  onAsk: (question: Question) => void;
}

function Actions({ count, isWaiting, onAsk }: ActionsProps) {
  const isOpen = count.status === 'draft';
  const mayUpdate = useMay('stock.update').ok;
  const mayDelete = useMay('stock.delete').ok;
  return (
    <>
      <Button variant="default" onClick={() => void saveSheet(count)}>
        Count Sheet
      </Button>
      {isOpen && mayDelete ? (
        <Button variant="default" onClick={() => onAsk('delete')}>
          Delete
        </Button>
      ) : null}
      {isOpen && mayUpdate ? (
        <Button
          disabled={isWaiting}
          title={isWaiting ? 'Answer or dismiss what was not counted first' : undefined}
          onClick={() => onAsk('post')}
        >
          Post Count
        </Button>
      ) : null}
    </>
  );
}

interface DeleteProps {
  count: WholeCount;
  opened: boolean;
  onClose: () => void;
}

function DeleteQuestion({ count, opened, onClose }: DeleteProps) {
  const navigate = useNavigate();
  return (
    <ConfirmDelete
      noun="Stock Count"
      record={opened ? count : null}
      label={count.count_number}
      message="Stock does not change."
      onDelete={async (gone) => {
        await deleteCount(gone);
        void navigate({ to: back.to });
      }}
      done="Stock count deleted successfully"
      offlineText="Failed to delete stock count"
      onClose={onClose}
    />
  );
}

function About({ count, lines }: { count: WholeCount; lines: readonly CountLine[] }) {
  const { location_name, category_name, count_date, is_blind, difference_value } = count;
  const status = countStatuses.find(({ value }) => value === count.status);
  const isShown = count.status === 'posted' && difference_value !== null;
  const parts = [
    location_name,
    category_name ?? 'All categories',
    formatDay(count_date),
    counted(lines.length, 'line'),
    ...(is_blind ? ['Blind'] : []),
    ...(isShown ? [`Difference ${formatMoney(difference_value, 'INR')}`] : []),
  ];
  return (
    <>
      <Badge color={status?.color ?? 'gray'}>{status?.label}</Badge> {parts.join(' · ')}
    </>
  );
}

interface PostProps {
  count: WholeCount;
  opened: boolean;
  onPosted: () => void;
  onClose: () => void;
}

function PostQuestion({ count, opened, onPosted, onClose }: PostProps) {
  const [isZero, setZero] = useState(false);
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
      confirmLabel="Post Count"
      failed={{ refused: 'Failed to post stock count' }}
      onConfirm={async () => {
        await postCount(count, isZero ? 'zero' : undefined);
        onPosted();
        return 'Stock count posted successfully';
      }}
      onClose={onClose}
    />
  );
}
