import { Button, Checkbox, Skeleton } from '@mantine/core';
import { type ReactNode, useCallback, useEffect } from 'react';
import { formatMoney } from '~/kit/shared/money/money';
import { LoadFailed } from '~/kit/ui/messages/LoadFailed';
import { SoftText } from '~/kit/ui/theme/SoftText';
import { useLatest } from '~/kit/ui/hooks/useLatest';
import { sumOf } from '~/modules/sales/documents/lines/totals.rules';
import { emptyLine, lineKey, type LinePart, lineParts } from '../receipt-form.rules';
import { allocationFields } from '../receipts.fields';
import { AllocationLine } from './AllocationLine';
import classes from './AllocationLines.module.css';
import type { Allocations, AllocationsForm } from './useAllocations';

interface Shown {
  form: AllocationsForm;
  allocations: Allocations;
  /** The inputs of each line: all by default. */
  parts?: readonly LinePart[];
}

interface Props extends Shown {
  /** The sum to allocate, in rupees. */
  amount: number;
  /** The inputs for the rest. */
  children?: ReactNode;
}

/** The unpaid documents of a party, each with its share in a sum (docs/product/receipts.md#form). */
export function AllocationLines({ amount, children, ...shown }: Props) {
  const { form, allocations, parts = lineParts } = shown;
  const { choose } = form;
  const { party } = allocations;
  useEffect(() => choose(party), [choose, party]);
  return (
    <section
      aria-label={`Unpaid ${form.documents.document}s`}
      className={classes.section}
      data-parts={parts.length}
    >
      <Content {...shown} />
      {allocations.invoices.length > 0 ? <Sums allocations={allocations} parts={parts} /> : null}
      <Rest amount={amount} allocated={allocations.sums.amount}>
        {children}
      </Rest>
    </section>
  );
}

function Content(shown: Shown) {
  const { form, allocations } = shown;
  const { party, document } = form.documents;
  if (allocations.party === null)
    return (
      <SoftText>
        Select a {party} to see unpaid {document}s.
      </SoftText>
    );
  if (form.state === 'failed')
    return (
      <LoadFailed
        text={`${document === 'bill' ? 'Bills' : 'Invoices'} could not be loaded.`}
        onRetry={form.retry}
      />
    );
  if (form.state === 'loading')
    return <Skeleton height={120} role="status" aria-label={`Loading unpaid ${document}s`} />;
  if (allocations.invoices.length === 0)
    return (
      <SoftText>
        This {party} has no unpaid {document}s.
      </SoftText>
    );
  return <Lines {...shown} />;
}

function Lines({ form, allocations, parts = lineParts }: Shown) {
  const { invoices, lines, problems, rounding } = allocations;
  const { filling, fill } = form;
  const latest = useLatest(lines);
  const change = useCallback(
    (id: number, part: LinePart, text: string) => {
      const now = latest.current;
      fill({ ...now, [id]: { ...(now[id] ?? emptyLine), [part]: text } });
    },
    [latest, fill],
  );
  return (
    <>
      <div className={classes.tools}>
        <Button size="xs" variant="default" onClick={() => fill('oldest')}>
          Allocate oldest first
        </Button>
        {rounding === null || !parts.includes('round_off') ? null : (
          <Checkbox
            label={`Round off ${formatMoney(rounding, 'INR')}`}
            checked={filling === 'rounded'}
            onChange={(event) => fill(event.currentTarget.checked ? 'rounded' : 'oldest')}
          />
        )}
      </div>
      {invoices.map((invoice) => (
        <AllocationLine
          key={invoice.id}
          invoice={invoice}
          parts={parts}
          {...(lines[invoice.id] ?? emptyLine)}
          wrong={lineParts.find((part) => problems.has(lineKey(invoice.id, part))) ?? null}
          message={messageAt(problems, invoice.id)}
          onChange={change}
        />
      ))}
    </>
  );
}

function messageAt(problems: ReadonlyMap<string, string>, id: number): string | null {
  const found = lineParts.flatMap((part) => problems.get(lineKey(id, part)) ?? []);
  return found[0] ?? null;
}

function Sums({
  allocations: { invoices, sums },
  parts,
}: {
  allocations: Allocations;
  parts: readonly LinePart[];
}) {
  const balance = sumOf(invoices.map(({ balance_due }) => balance_due));
  return (
    <div className={classes.line} role="group" aria-label="Total" data-sums>
      <span>Total</span>
      <Sum label="Balance" amount={balance} />
      {parts.map((part) => (
        <Sum key={part} label={allocationFields[part].label} amount={sums[part]} />
      ))}
    </div>
  );
}

function Sum({ label, amount }: { label: string; amount: number }) {
  return (
    <span className={classes.sum}>
      <span className={classes.label}>{label}</span>
      <span className="amount">{formatMoney(amount, 'INR')}</span>
    </span>
  );
}

function Rest({
  amount,
  allocated,
  children,
}: {
  amount: number;
  allocated: number;
  children: ReactNode;
}) {
  const rest = sumOf([amount, -allocated]);
  return (
    <div className={classes.rest}>
      {rest > 0 ? children : null}
      <p role="status" data-wrong={rest < 0 || undefined}>
        <span>Unallocated</span> <strong className="amount">{formatMoney(rest, 'INR')}</strong>
      </p>
    </div>
  );
}
