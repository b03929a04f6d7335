import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { formatMoney } from '~/kit/shared/money/money';
import { formatNumber } from '~/kit/shared/money/numbers';
import { parseNumber } from '~/kit/shared/money/typed-numbers';
import { LinesTable } from '~/kit/ui/elements/LinesTable';
import { Panel } from '~/kit/ui/elements/Panel';
import { RemoveButton } from '~/kit/ui/elements/RemoveButton';
import { SoftText } from '~/kit/ui/theme/SoftText';
import { TableHead } from '~/kit/ui/elements/TableHead';
import type { CountLine } from '../counts.fields';
import classes from './CountPage.module.css';

interface Props {
  lines: readonly CountLine[];
  /** Whether what should be there is shown. */
  isBookShown: boolean;
  /** Absent where the count is final, or may only be read. */
  onSet?: ((line: CountLine, quantity: number) => void) | undefined;
  onRemove?: ((line: CountLine) => void) | undefined;
}

const most = 200;

/** All lines of a count, with typed quantities while it is open. */
export function CountLines({ lines, isBookShown, onSet, onRemove }: Props) {
  const [shown, setShown] = useState(most);
  if (lines.length === 0) return null;
  const amounts = isBookShown ? ['Book', 'Counted', 'Difference', 'Value'] : ['Counted'];
  return (
    <Panel
      title={`Lines (${formatNumber(lines.length)})`}
      className={classes.panel}
      // Without an input the keyboard could not scroll to them.
      tabIndex={onSet ? undefined : 0}
    >
      <div className={classes.body}>
        <LinesTable stacked>
          <TableHead titles={['Product']} amounts={amounts} after={onRemove ? ['Actions'] : []} />
          <tbody>
            {lines.slice(0, shown).map((line) => (
              <tr key={line.id}>
                <th scope="row">
                  {line.product_name}
                  <SoftText as="div" small>
                    {[line.sku_code, line.lot_number].filter(Boolean).join(' · ')}
                  </SoftText>
                </th>
                {isBookShown ? <Amount label="Book" value={line.book_quantity} /> : null}
                <td className="amount" data-label="Counted">
                  {onSet ? (
                    <Quantity key={line.updated_at} line={line} onSet={onSet} />
                  ) : (
                    `${formatNumber(line.counted_quantity)} ${line.unit}`
                  )}
                </td>
                {isBookShown ? (
                  <>
                    <Amount label="Difference" value={line.difference} />
                    <td className="amount" data-label="Value">
                      {line.value === null ? '–' : formatMoney(line.value, 'INR')}
                    </td>
                  </>
                ) : null}
                {onRemove ? (
                  <td className={classes.remove}>
                    <RemoveButton
                      label={`Remove ${line.product_name}`}
                      onRemove={() => onRemove(line)}
                    />
                  </td>
                ) : null}
              </tr>
            ))}
          </tbody>
        </LinesTable>
        {lines.length > shown ? (
          <Button variant="default" onClick={() => setShown(shown + most)}>
            Show More
          </Button>
        ) : null}
      </div>
    </Panel>
  );
}

function Amount({ label, value }: { label: string; value: number | null }) {
  return (
    <td className="amount" data-label={label}>
      {value === null ? '–' : formatNumber(value)}
    </td>
  );
}

/** The quantity in all, which is sent when it is typed and left, or by Enter. */
function Quantity({ line, onSet }: { line: CountLine; onSet: NonNullable<Props['onSet']> }) {
  const before = String(line.counted_quantity);
  const [typed, setTyped] = useState(before);
  const [isLeft, setLeft] = useState(false);
  const quantity = parseNumber(typed);
  const isWrong = quantity === null || quantity < 0;
  const send = () => {
    setLeft(true);
    if (!isWrong && quantity !== line.counted_quantity) onSet(line, quantity);
  };
  return (
    <TextInput
      aria-label={`Counted of ${[line.product_name, line.lot_number].filter(Boolean).join(', ')}`}
      className={classes.typed}
      size="xs"
      value={typed}
      inputMode="decimal"
      autoComplete="off"
      error={isWrong && isLeft ? 'Counted must be 0 or more' : null}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={send}
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.currentTarget.blur();
        if (event.key === 'Escape') setTyped(before);
      }}
      rightSection={
        <SoftText as="span" small>
          {line.unit}
        </SoftText>
      }
      rightSectionWidth={44}
    />
  );
}
