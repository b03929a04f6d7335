import { Button } from '@mantine/core';
import { useState } from 'react';
import { formatMoney } from '~/kit/shared/money/money';
import { SoftText } from '~/kit/ui/theme/SoftText';
import type { TaxPreview } from '../tax-preview.fields';
import { gstSums, lineSteps } from '../tax-texts.rules';
import type { PricedLine } from '../../lines/totals.rules';
import type { ShownTaxPreview } from './useTaxPreview';
import totals from '../../lines/screens/LineTotals.module.css';
import classes from './GstTotals.module.css';

/** A line as it is typed, with its name. */
export interface NamedLine extends PricedLine {
  name: string;
}

interface Props extends ShownTaxPreview {
  lines: readonly NamedLine[];
  /** Whom the document is made with. */
  party?: 'customer' | 'vendor';
}

const notNow =
  'Taxes and total cannot be calculated right now. They will update with your next change or when you save.';

/** The sums of a document by GST while it is typed, and how each came about. */
export function GstTotals({ preview, isStale, isFailed, lines, party = 'customer' }: Props) {
  const [isExplained, setExplained] = useState(false);
  if (!preview) {
    return (
      <SoftText as="p" role="status">
        {isFailed ? notNow : `Taxes and total appear once a ${party} and an item are chosen.`}
      </SoftText>
    );
  }
  const sums = gstSums(preview);
  return (
    <div className={totals.totals}>
      <Button
        variant="default"
        size="compact-sm"
        aria-expanded={isExplained}
        onClick={() => setExplained(!isExplained)}
      >
        Explain amounts
      </Button>
      <dl className={totals.sums} aria-busy={isStale || undefined}>
        {sums.map(([label, amount], at) => (
          <div key={label} className={at === sums.length - 1 ? totals.total : undefined}>
            <dt>{label}</dt>
            <dd>{formatMoney(amount, 'INR')}</dd>
          </div>
        ))}
      </dl>
      {isFailed ? (
        <SoftText small role="status" className={classes.explanation}>
          {notNow}
        </SoftText>
      ) : null}
      {isExplained ? <Explanation preview={preview} lines={lines} /> : null}
    </div>
  );
}

function Explanation({ preview, lines }: { preview: TaxPreview; lines: readonly NamedLine[] }) {
  return (
    <section className={classes.explanation} aria-label="How the amounts are calculated">
      <p>{preview.reason}</p>
      <ol>
        {preview.lines.map((taxed, at) => {
          const line = lines[at];
          return line ? (
            <li key={`${at} ${line.name}`}>
              <strong>{line.name}</strong>
              <ul>
                {lineSteps({ ...line, ...taxed }, preview).map((step) => (
                  <li key={step}>{step}</li>
                ))}
              </ul>
            </li>
          ) : null;
        })}
      </ol>
    </section>
  );
}
