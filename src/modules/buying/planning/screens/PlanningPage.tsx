import { Button, Switch } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { counted } from '~/kit/shared/money/numbers';
import { sumOf } from '~/modules/sales/documents/lines/totals.rules';
import { formatMoney } from '~/kit/shared/money/money';
import { attempt } from '~/kit/ui/calls/reportFailure';
import { EmptyState, FailedState, LoadingRows } from '~/kit/ui/messages/ListStates';
import { Panel } from '~/kit/ui/elements/Panel';
import { StatCards } from '~/kit/ui/elements/StatCards';
import { toast } from '~/kit/ui/messages/toasts';
import { SendKeys } from '~/kit/ui/form/useSendKey';
import { ListSearch } from '~/kit/ui/list/ListSearch';
import { focusTableWhenLost } from '~/kit/ui/hooks/focusTable';
import { Page } from '~/kit/ui/shell/Page';
import { useUnitDecimals } from '~/modules/catalogue/tax/screens/units.client';
import { recordPath } from '~/modules/organization/kinds/kinds.rules';
import { useMay } from '~/modules/organization/workspaces/screens/workspaces.client';
import type { PlannedResult, PlanningRow } from '../planning.fields';
import {
  orderPlanned,
  quantityProblem,
  sentItem,
  useChoices,
  usePlanning,
} from './planning.client';
import { PlanningTable } from './PlanningTable';
import classes from './PlanningPage.module.css';

/** What to buy next (docs/product/planning.md#screen). */
export default function PlanningPage() {
  const planning = usePlanning();
  const choices = useChoices();
  const [search, setSearch] = useState('');
  const [isAll, setAll] = useState(false);
  const [result, setResult] = useState<PlannedResult | null>(null);
  const { rows } = planning;
  const shown = useMemo(() => shownOf(rows ?? [], { search, isAll }), [rows, search, isAll]);
  const mayCreate = useMay('purchase_orders.create').ok;
  const chosen = (rows ?? []).filter(
    (row) => row.suggestion.action === 'buy' && choices.of(row.product_id).isChosen,
  );
  const onCreated = (created: PlannedResult) => {
    choices.clear();
    setResult(created);
    planning.retry();
  };
  return (
    <Page
      title="Planning"
      subtitle="What to buy and make next"
      actions={
        mayCreate ? <CreateOrders rows={chosen} choices={choices} onCreated={onCreated} /> : null
      }
    >
      <Figures planning={planning} />
      <ListSearch label="Search products" value={search} onChange={setSearch}>
        <Switch
          label="All products"
          checked={isAll}
          onChange={(event) => setAll(event.currentTarget.checked)}
        />
      </ListSearch>
      {result ? <CreatedDrafts result={result} rows={rows ?? []} /> : null}
      {planning.state === 'failed' ? (
        <FailedState text="Planning could not be loaded" onRetry={planning.retry} />
      ) : rows === null ? (
        <LoadingRows columns={6} text="Loading planning..." />
      ) : shown.length === 0 ? (
        <EmptyState text="Nothing to buy" hint={emptyHint(rows, search)} action={null} />
      ) : (
        <PlanningTable rows={shown} choices={choices} mayCreate={mayCreate} />
      )}
    </Page>
  );
}

function emptyHint(rows: readonly PlanningRow[], search: string): string {
  if (search.trim() !== '') return 'No products match your search.';
  return rows.length === 0
    ? 'Give vendors their products: what falls below its reorder level appears here.'
    : 'Stock and what is on order cover all needs and reorder levels.';
}

function shownOf(
  rows: readonly PlanningRow[],
  { search, isAll }: { search: string; isAll: boolean },
): PlanningRow[] {
  const parts = search.toLowerCase().split(/\s+/).filter(Boolean);
  return rows.filter(({ suggestion, product_name, sku_code }) => {
    const text = `${product_name} ${sku_code} ${suggestion.vendor_name ?? ''}`.toLowerCase();
    return (isAll || suggestion.action === 'buy') && parts.every((part) => text.includes(part));
  });
}

function Figures({ planning: { rows, state } }: { planning: ReturnType<typeof usePlanning> }) {
  const all = rows ?? [];
  const coming = all.flatMap(({ why }) => why.filter(({ type }) => type === 'purchase_order'));
  const toBuy = all.filter(({ suggestion }) => suggestion.action === 'buy');
  const late = coming.filter(({ is_late }) => is_late).length;
  const orders = new Set(coming.map(({ id }) => id)).size;
  return (
    <StatCards
      state={state}
      cards={[
        {
          label: 'To Buy',
          value: toBuy.length,
          tooltip:
            'Products whose stock, less what is reserved and with what is on order, is too low',
        },
        {
          label: 'Late Lines',
          value: late,
          ...(late > 0 ? { tone: 'bad' as const } : {}),
          tooltip: 'Lines of purchase orders that should have come by now',
        },
        {
          label: 'Open Purchases',
          value: orders,
          tooltip: 'Drafts and ordered purchase orders that these products come with',
        },
      ]}
    />
  );
}

interface CreateProps {
  rows: readonly PlanningRow[];
  choices: ReturnType<typeof useChoices>;
  onCreated: (result: PlannedResult) => void;
}

function CreateOrders({ rows, choices, onCreated }: CreateProps) {
  const [keys, setKeys] = useState(() => new SendKeys());
  const [isSending, setSending] = useState(false);
  const decimalsOf = useUnitDecimals();
  const create = async () => {
    for (const row of rows) {
      const problem = quantityProblem(row, choices.of(row.product_id), decimalsOf);
      if (problem !== null) return toast('error', `${row.product_name}: ${problem}`);
    }
    const body = { items: rows.map((row) => sentItem(row, choices.of(row.product_id))) };
    setSending(true);
    await attempt({ refused: 'Failed to create purchase orders' }, async () => {
      const result = await orderPlanned(body, keys.keyFor(body));
      setKeys(new SendKeys());
      onCreated(result);
      const { length } = result.purchase_orders;
      if (length > 0) toast('success', `${counted(length, 'purchase order')} created successfully`);
    });
    setSending(false);
    focusTableWhenLost();
  };
  return (
    <Button disabled={rows.length === 0} loading={isSending} onClick={() => void create()}>
      Create Purchase Orders
    </Button>
  );
}

/** The drafts that were made, and what was left out. */
function CreatedDrafts({ result, rows }: { result: PlannedResult; rows: readonly PlanningRow[] }) {
  const { purchase_orders: orders, left_out: left } = result;
  const names = new Map(rows.map(({ product_id, product_name }) => [product_id, product_name]));
  const total = sumOf(orders.map(({ total_amount }) => total_amount));
  const title =
    orders.length > 0 ? `Drafts made (${formatMoney(total, 'INR')})` : 'No drafts were made';
  return (
    <Panel title={title} className={classes.created}>
      <ul className={classes.results}>
        {orders.map(({ id, purchase_number, vendor_name, item_count }) => (
          <li key={id}>
            <Link to={recordPath('purchase_orders', id)}>{purchase_number}</Link> {vendor_name},{' '}
            {counted(item_count, 'item')}
          </li>
        ))}
        {left.map(({ product_id, reason }) => (
          <li key={`left ${product_id}`}>
            {names.get(product_id) ?? 'A product'}: {reason}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
