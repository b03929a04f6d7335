import { Badge } from '~/kit/ui/elements/Badge';
import { useDateCheck } from './papers.client';
import classes from './DateWarnings.module.css';

interface Props {
  /** Where the calls of the document are: `/invoices`. */
  path: string;
  date: string;
}

/** Warnings of the typed date (docs/product/invoices.md#dates). */
export function DateWarnings({ path, date }: Props) {
  const { data, isEarlier } = useDateCheck(path, date);
  const findings = isEarlier || !data ? [] : data.findings;
  return (
    <div role="status" className={classes.warnings}>
      {findings.map(({ message }) => (
        <p key={message}>
          <Badge color="yellow">Warning</Badge> {message}
        </p>
      ))}
    </div>
  );
}
