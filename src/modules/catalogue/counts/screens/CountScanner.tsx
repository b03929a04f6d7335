import { Button, TextInput } from '@mantine/core';
import { type RefObject, type SubmitEvent, useEffect, useState } from 'react';
import { formatNumber } from '~/kit/shared/money/numbers';
import { parseNumber } from '~/kit/shared/money/typed-numbers';
import { Panel } from '~/kit/ui/elements/Panel';
import { SoftText } from '~/kit/ui/theme/SoftText';
import type { CountLine } from '../counts.fields';
import classes from './CountPage.module.css';
import type { Entry, Scans } from './useScans';

interface Props {
  scans: Scans;
  input: RefObject<HTMLInputElement | null>;
  latest: readonly CountLine[];
}

/** One input for a scanner that types, or for a person who does: Enter counts, and the input keeps the focus. */
export function CountScanner({ scans, input, latest }: Props) {
  const [code, setCode] = useState('');
  const [quantity, setQuantity] = useState('1');
  const [problem, setProblem] = useState<string | null>(null);
  const { entries } = scans;
  useStrayKeys(input);
  const isWrong = (parseNumber(quantity) ?? 0) <= 0;
  const count = (event: SubmitEvent) => {
    event.preventDefault();
    // What a fast scanner typed since the last rendering is in the input already.
    const typed = (input.current?.value ?? code).trim();
    const amount = parseNumber(quantity) ?? 0;
    setProblem(amount > 0 ? null : 'Quantity must be greater than 0');
    if (typed !== '' && amount > 0) {
      scans.add(typed, { code: typed, quantity: amount });
      setCode('');
      empty(input);
      setQuantity('1');
    }
    input.current?.focus();
  };
  const waiting = entries.filter(({ failure }) => failure === null).length;
  return (
    <Panel title="Count" className={classes.panel}>
      <div className={classes.body}>
        <form className={classes.scan} onSubmit={count}>
          <TextInput
            ref={input}
            className={classes.code}
            label="Scan or type a code"
            value={code}
            onChange={(event) => setCode(event.currentTarget.value)}
            autoFocus
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            maxLength={100}
            enterKeyHint="done"
          />
          <TextInput
            className={classes.quantity}
            label="Quantity"
            value={quantity}
            onChange={(event) => setQuantity(event.currentTarget.value)}
            inputMode="decimal"
            autoComplete="off"
            error={isWrong ? problem : null}
          />
          <Button type="submit">Count</Button>
        </form>
        <div role="status" className={classes.waiting}>
          {waiting > 0 ? `${formatNumber(waiting)} waiting to be sent` : ''}
        </div>
        <Failures scans={scans} onDone={() => input.current?.focus()} />
        <Latest lines={latest} />
      </div>
    </Panel>
  );
}

const withKeys = 'input, textarea, select, [role="dialog"], [role="menu"], [role="listbox"]';

/** What a scanner types while nothing that is typed in has the focus is for the input. */
function useStrayKeys(input: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const take = (event: KeyboardEvent) => {
      const { key, target, ctrlKey, altKey, metaKey } = event;
      if (ctrlKey || altKey || metaKey || key === ' ' || [...key].length !== 1) return;
      if (!(target instanceof Element) || target.closest(withKeys)) return;
      input.current?.focus();
      event.stopPropagation();
    };
    document.addEventListener('keydown', take, true);
    return () => document.removeEventListener('keydown', take, true);
  }, [input]);
}

/** Before the next rendering: a fast scanner types on. */
function empty({ current }: RefObject<HTMLInputElement | null>): void {
  if (current) current.value = '';
}

function Latest({ lines }: { lines: readonly CountLine[] }) {
  if (lines.length === 0) return <SoftText>Nothing is counted yet.</SoftText>;
  return (
    <ol className={classes.latest} aria-label="Counted last">
      {lines.map(({ id, product_name, sku_code, lot_number, counted_quantity, unit }) => (
        <li key={id}>
          <span>
            {product_name}
            <SoftText
              as="span"
              small
            >{` ${[sku_code, lot_number].filter(Boolean).join(' · ')}`}</SoftText>
          </span>
          <strong>{`${formatNumber(counted_quantity)} ${unit}`}</strong>
        </li>
      ))}
    </ol>
  );
}

function Failures({ scans, onDone }: { scans: Scans; onDone: () => void }) {
  const failed = scans.entries.filter(({ failure }) => failure !== null);
  if (failed.length === 0) return null;
  return (
    <ul className={classes.failures} aria-label="Not counted">
      {failed.map((entry) => (
        <Failure key={entry.id} entry={entry} scans={scans} onDone={onDone} />
      ))}
    </ul>
  );
}

function Failure({ entry, scans, onDone }: { entry: Entry; scans: Scans; onDone: () => void }) {
  const { id, title, body, failure } = entry;
  if (!failure) return null;
  const { message, choices, needsLot, canRetry } = failure;
  const resend = (change: object) => {
    scans.drop(id);
    scans.add(title, { ...body, ...change });
    onDone();
  };
  const isCoded = typeof body.code === 'string';
  return (
    <li>
      <p role="alert">
        <strong>{title}</strong>: {message}
      </p>
      <div className={classes.choices}>
        {choices.map((choice) => (
          <Button
            key={`${choice.type} ${choice.id}`}
            size="xs"
            variant="default"
            onClick={() =>
              resend({
                code: undefined,
                product_id: choice.product_id ?? 0,
                lot_id: choice.lot_id ?? undefined,
              })
            }
          >
            {`${choice.type === 'lot' ? 'Lot' : 'Product'} ${choice.label}`}
          </Button>
        ))}
        {needsLot && isCoded ? (
          <LotForm title={title} onLot={(lot_number) => resend({ lot_number })} />
        ) : null}
        {canRetry ? (
          <Button size="xs" variant="default" onClick={() => scans.retry(entry)}>
            Retry
          </Button>
        ) : null}
        <Button
          size="xs"
          variant="subtle"
          aria-label={`Dismiss ${title}`}
          onClick={() => {
            scans.drop(id);
            onDone();
          }}
        >
          Dismiss
        </Button>
      </div>
    </li>
  );
}

/** The lot of a code that names a tracked product alone. */
function LotForm({ title, onLot }: { title: string; onLot: (lot: string) => void }) {
  const [lot, setLot] = useState('');
  return (
    <form
      className={classes.lot}
      onSubmit={(event) => {
        event.preventDefault();
        if (lot.trim() !== '') onLot(lot.trim());
      }}
    >
      <TextInput
        aria-label={`Lot of ${title}`}
        placeholder="Lot or serial number"
        size="xs"
        value={lot}
        maxLength={100}
        onChange={(event) => setLot(event.currentTarget.value)}
      />
      <Button type="submit" size="xs" variant="default">
        Count Lot
      </Button>
    </form>
  );
}
