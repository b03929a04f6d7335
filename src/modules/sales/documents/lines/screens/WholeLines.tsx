import { Skeleton } from '@mantine/core';
import type { Computed } from '~/kit/ui/records/computed';
import { LoadFailed } from '~/kit/ui/messages/LoadFailed';
import { DocumentLines } from './DocumentLines';
import { lineNote } from '../../taxes/tax-texts.rules';
import type { RowWithLines } from '../lines-form.rules';

interface Props<Row extends RowWithLines> {
  noun: string;
  id: number;
  whole: Computed<Row>;
  /** What is said of a line besides its note and its tax. */
  moreOf?: (line: Row['items'][number] | Row['services'][number]) => string[];
}

const nothing = () => [];

/** The lines of a document in its details, options apart. */
export function WholeLines<Row extends RowWithLines>({
  noun,
  id,
  whole: { data, state, retry },
  moreOf = nothing,
}: Props<Row>) {
  if (state === 'failed') {
    return <LoadFailed text={`Failed to load ${noun} details`} onRetry={retry} />;
  }
  // Until the new answer arrives, the data belongs to the previous document.
  if (data?.id !== id) {
    return (
      <div role="status" aria-label={`Loading ${noun} details...`}>
        <Skeleton height={20} mb={8} />
        <Skeleton height={20} width="70%" />
      </div>
    );
  }
  const items = data.items.map((item) => ({
    ...item,
    name: item.product_name,
    notes: [item.sku_code, lineNote(item), ...moreOf(item)].filter(Boolean),
    total: item.line_total,
  }));
  const services = data.services.map((service) => ({
    ...service,
    name: service.service_name,
    notes: [service.notes ?? '', lineNote(service), ...moreOf(service)].filter(Boolean),
    total: service.total_price,
  }));
  const parts = [
    { title: 'Items', lines: items.filter(({ is_option }) => !is_option) },
    { title: 'Services', lines: services.filter(({ is_option }) => !is_option) },
    { title: 'Options', lines: [...items, ...services].filter(({ is_option }) => is_option) },
  ];
  return parts.map(({ title, lines }) =>
    lines.length > 0 ? (
      <DocumentLines key={title} caption={`${title} (${lines.length})`} lines={lines} />
    ) : null,
  );
}
