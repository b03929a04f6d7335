import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useMemo, useState } from 'react';
import { counted, formatNumber } from '~/kit/shared/money/numbers';
import { formatDay } from '~/kit/shared/time/days';
import { classNames } from '~/kit/ui/theme/classNames';
import { FailedState } from '~/kit/ui/messages/ListStates';
import { Panel } from '~/kit/ui/elements/Panel';
import { SoftText } from '~/kit/ui/theme/SoftText';
import { recordPath, recordPathOfType } from '~/modules/organization/kinds/kinds.rules';
import type { Lot } from '../lots.fields';
import { documentText, hiddenParty } from '../recall.csv';
import type { Trace, TraceNode } from '../trace.fields';
import { useTrace } from './lots.client';
import classes from './LotTrace.module.css';

const atFirst = 500;

/** "Trace": where a lot came from, and to whom it went (docs/product/lots.md#page). */
export function LotTrace({ lot }: { lot: Lot }) {
  const { data, state, retry } = useTrace(lot);
  if (state === 'failed')
    return <FailedState text="The trace could not be loaded" onRetry={retry} />;
  return (
    <section aria-label="Trace" aria-busy={data === null}>
      {data === null ? <p role="status">Loading trace...</p> : <Trees lot={lot} trace={data} />}
    </section>
  );
}

function Trees({ lot, trace }: { lot: Lot; trace: Trace }) {
  const { back, forward, customers, is_partial } = trace;
  return (
    <>
      {is_partial ? (
        <p role="status">
          The trace has more than 20 levels or 5,000 documents: some are left out.
        </p>
      ) : null}
      <div className={classes.sides}>
        <Panel title="Where It Came From">
          <Tree
            lot={lot}
            nodes={back}
            direction="back"
            label="Where It Came From"
            empty="No document links it: it came in as opening stock, by an adjustment, a count or an import."
          />
        </Panel>
        <Panel title="Where It Went">
          <Tree
            lot={lot}
            nodes={forward}
            direction="forward"
            label="Where It Went"
            empty="Nothing of it was delivered."
          />
        </Panel>
      </div>
      {customers.length > 0 ? (
        <Panel title="Customers" className={classes.customers}>
          <Customers customers={customers} unit={lot.unit} />
        </Panel>
      ) : null}
    </>
  );
}

interface TreeProps {
  lot: Lot;
  direction: 'back' | 'forward';
  nodes: readonly TraceNode[];
  label: string;
  empty: string;
}

function Tree({ lot, direction, nodes, label, empty }: TreeProps) {
  const [shown, setShown] = useState(atFirst);
  const children = useMemo(() => childrenOf(nodes.slice(0, shown)), [nodes, shown]);
  if (nodes.length === 0) return <p className={classes.body}>{empty}</p>;
  return (
    <div className={classes.body}>
      <Branch byParent={children} direction={direction} of={null} before={lot.id} label={label} />
      {nodes.length > shown ? (
        <Button variant="subtle" size="compact-sm" onClick={() => setShown(nodes.length)}>
          Show more ({formatNumber(nodes.length - shown)})
        </Button>
      ) : null}
    </div>
  );
}

type Children = ReadonlyMap<number | null, readonly (TraceNode & { at: number })[]>;

/** The nodes by the position of the one before them; in the order of the list. */
function childrenOf(nodes: readonly TraceNode[]): Children {
  const children = new Map<number | null, (TraceNode & { at: number })[]>();
  for (const [at, node] of nodes.entries()) {
    const own = children.get(node.parent);
    if (own) own.push({ ...node, at });
    else children.set(node.parent, [{ ...node, at }]);
  }
  return children;
}

interface BranchProps {
  byParent: Children;
  direction: 'back' | 'forward';
  of: number | null;
  /** The lot of the node before. */
  before: number;
  label?: string;
}

function Branch({ byParent, direction, of, before, label }: BranchProps) {
  const nodes = byParent.get(of);
  if (!nodes) return null;
  return (
    <ul className={classes.branch} aria-label={label}>
      {nodes.map((node) => (
        <li key={node.at}>
          <Node node={node} direction={direction} before={before} />
          <Branch byParent={byParent} direction={direction} of={node.at} before={node.lot_id} />
        </li>
      ))}
    </ul>
  );
}

interface NodeProps extends Pick<BranchProps, 'direction' | 'before'> {
  node: TraceNode;
}

function Node({ node, direction, before }: NodeProps) {
  const { kind, id, number, date, quantity, unit, party_name } = node;
  const name = `${documentText(node, direction)} ${number ?? ''}`.trim();
  const lotPath: string = `/lots/${node.lot_id}`;
  const party = party_name ?? (number === null ? hiddenParty : null);
  return (
    <>
      <p className={classes.node}>
        <RecordName type={kind} id={id}>
          {name}
        </RecordName>
        <strong>{`${formatNumber(quantity)} ${unit}`}</strong>
      </p>
      <SoftText small>{[party, date && formatDay(date)].filter(Boolean).join(', ')}</SoftText>
      {node.lot_id === before ? null : (
        <p>
          <Link to={lotPath}>{node.lot_number}</Link> of {node.product_name}
        </p>
      )}
    </>
  );
}

interface NameProps {
  type: string;
  id: number | null;
  children: ReactNode;
}

/** A link to the record's page, where there is one. */
function RecordName({ type, id, children }: NameProps) {
  const path = id === null ? null : recordPathOfType({ type, id });
  return path === null ? <span>{children}</span> : <Link to={path}>{children}</Link>;
}

function Customers({ customers, unit }: { customers: Trace['customers']; unit: string }) {
  return (
    <ul className={classNames(classes.branch, classes.body)} aria-label="Customers">
      {customers.map(({ customer_id, name, quantity, documents }) => (
        <li key={customer_id}>
          <p className={classes.node}>
            {customer_id === null ? (
              <span>Customers that you do not have access to</span>
            ) : (
              <Link to={recordPath('customers', customer_id)}>{name}</Link>
            )}
            <strong>{`${formatNumber(quantity)} ${unit}`}</strong>
          </p>
          <SoftText small>{documentsText(documents)}</SoftText>
        </li>
      ))}
    </ul>
  );
}

const mostNamed = 10;

function documentsText(documents: readonly string[]): string {
  const others = documents.length - mostNamed;
  const named = documents.slice(0, mostNamed).join(', ');
  return others > 0 ? `${named} and ${counted(others, 'more document')}` : named;
}
