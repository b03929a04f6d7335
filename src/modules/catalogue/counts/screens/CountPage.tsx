import { useEffect, useMemo, useRef, useState } from 'react';
import { formatMoney } from '~/kit/shared/money/money';
import { counted } from '~/kit/shared/money/numbers';
import { formatDay, formatInstant } from '~/kit/shared/time/days';
import type { DetailsSection } from '~/kit/ui/dialog/DetailsSections';
import { historySection } from '~/kit/ui/dialog/RecordHistory';
import { ChoiceBadge } from '~/kit/ui/elements/Badge';
import { EmptyState } from '~/kit/ui/messages/ListStates';
import { type Company, useCompany } from '~/modules/organization/company/screens/settings.client';
import { useMay } from '~/modules/organization/workspaces/screens/workspaces.client';
import { RecordPage, type RecordPageProps } from '~/modules/records/records/screens/RecordPage';
import { type PagedRecord, useRecord } from '~/modules/records/records/screens/useRecord';
import {
  type Count,
  countFields,
  type CountLine,
  countStatuses,
  type WholeCount,
} from '../counts.fields';
import { currentLines, latestLines } from '../counts.rules';
import { useCountQuestions } from './CountActions';
import { useCountColumns } from './CountColumns';
import { CountLines } from './CountLines';
import { CountQuestions, RemoveQuestion } from './CountQuestions';
import { CountScanner } from './CountScanner';
import { removeLine, useCountsIn } from './counts.client';
import { type Scans, useScans } from './useScans';

const latestShown = 5;

/** The lines are known to its own call alone. */
type ShownCount = Count & Partial<Pick<WholeCount, 'lines'>>;

/** A stock count: scanning, typing and posting (docs/product/counts.md#screens). */
export default function CountPage({ parts }: RecordPageProps) {
  const record = useRecord<ShownCount>('counts', ['locations', 'categories']);
  return <OpenedCount key={record.id} record={record} parts={parts} />;
}

function OpenedCount({ record, parts }: RecordPageProps & { record: PagedRecord<ShownCount> }) {
  const { row, list } = record;
  const { retry } = list;
  const counts = useCountsIn(list);
  const columns = useCountColumns(counts);
  const company = useCompany();
  const scans = useScans(record.id);
  const isWaiting = scans.entries.length > 0;
  const questions = useCountQuestions({ isWaiting });
  const lines = useMemo(() => {
    const { lines: stored = [], updated_at = '' } = row ?? {};
    return currentLines({ lines: stored, updated_at }, [...scans.counted.values()]);
  }, [row, scans.counted]);
  // Posting names the version that the person saw.
  useEffect(() => {
    if (!isWaiting && scans.counted.size > 0) retry();
  }, [isWaiting, scans.counted, retry]);
  return (
    <RecordPage
      record={record}
      fields={countFields}
      title={({ count_number }) => count_number}
      about={row ? <About count={row} lines={lines} /> : null}
      actions={questions.actions}
      columns={columns}
      sections={(shown) => sectionsOf(shown, company)}
      {...(row
        ? {
            first: {
              value: 'lines',
              label: 'Count',
              content: <Counting count={row} lines={lines} scans={scans} onChanged={retry} />,
            },
          }
        : {})}
      parts={parts}
    >
      {row ? <CountQuestions count={row} counts={counts} questions={questions} /> : null}
    </RecordPage>
  );
}

interface CountingProps {
  count: Count;
  lines: readonly CountLine[];
  scans: Scans;
  onChanged: () => void;
}

function Counting({ count: { id, status, is_blind }, lines, scans, onChanged }: CountingProps) {
  const mayUpdate = useMay('stock.update').ok;
  const input = useRef<HTMLInputElement>(null);
  const isOpen = status === 'draft';
  const isCounting = isOpen && mayUpdate;
  const [removed, setRemoved] = useState<CountLine | null>(null);
  const remove = async (line: CountLine) => {
    await removeLine(id, line.id);
    scans.forget(line.id);
    onChanged();
    return 'Line removed successfully';
  };
  const close = () => {
    setRemoved(null);
    input.current?.focus();
  };
  const set = ({ product_id, product_name, lot_id }: CountLine, quantity: number) => {
    scans.add(product_name, { product_id, ...(lot_id ? { lot_id } : {}), quantity, mode: 'set' });
    input.current?.focus();
  };
  return (
    <>
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
        onRemove={isCounting ? setRemoved : undefined}
      />
      {removed ? <RemoveQuestion line={removed} onRemove={remove} onClose={close} /> : null}
    </>
  );
}

function CountStatus({ count }: { count: Count }) {
  return <ChoiceBadge choices={countStatuses} value={count.status} />;
}

function About({ count, lines }: { count: Count; lines: readonly CountLine[] }) {
  const { location_name, category_name, count_date, is_blind, difference_value } = count;
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
      <CountStatus count={count} /> {parts.join(' · ')}
    </>
  );
}

/** All that is known of a count besides its lines. */
function sectionsOf(count: Count, { timeZone, today }: Company): DetailsSection[] {
  const { difference_value } = count;
  return [
    {
      title: 'Stock Count',
      details: [
        { label: 'Location', value: count.location_name },
        { label: 'Category', value: count.category_name ?? 'All categories' },
        { label: 'Count Date', value: formatDay(count.count_date) },
        { label: 'Status', value: <CountStatus count={count} /> },
        { label: 'Blind', value: count.is_blind ? 'Yes' : 'No', fields: ['is_blind'] },
        ...(difference_value === null
          ? []
          : [{ label: 'Difference', value: formatMoney(difference_value, 'INR') }]),
      ],
    },
    {
      title: 'Record',
      details: [
        { label: 'Created By', value: count.created_by_name },
        { label: 'Created', value: formatInstant(count.created_at, timeZone) },
        { label: 'Last Updated', value: formatInstant(count.updated_at, timeZone) },
      ],
    },
    historySection('/counts', count, { fields: countFields, timeZone, today }),
  ];
}
