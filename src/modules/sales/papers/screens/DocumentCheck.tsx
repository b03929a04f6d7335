import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { Badge } from '~/kit/ui/elements/Badge';
import { NotLoaded } from '~/kit/ui/messages/LoadFailed';
import { SoftText } from '~/kit/ui/theme/SoftText';
import type { Finding } from '~/modules/sales/documents/findings/findings.fields';
import type { PortalDocument } from '~/modules/sales/documents/portal-documents.fields';
import { useCheck } from './papers.client';
import classes from './DocumentCheck.module.css';

interface Props {
  document: PortalDocument;
  /** Null where the document cannot be changed any longer. */
  onEdit: (() => void) | null;
  /** Shows findings alone: no portal gets the document. */
  isQuiet?: boolean;
}

/** What portals would refuse or doubt, each with a button to its fix (docs/product/invoices.md#check-before-issue). */
export function DocumentCheck({ document, onEdit, isQuiet = false }: Props) {
  const { data, state, retry } = useCheck(document);
  if (isQuiet && !data?.findings.length) return null;
  if (!data) return <NotLoaded what="check" state={state} onRetry={retry} />;
  if (data.findings.length === 0) return <SoftText>No problems found.</SoftText>;
  return (
    <ul className={classes.findings}>
      {data.findings.map((finding) => (
        <li key={`${finding.field} ${finding.message}`} className={classes.finding}>
          <p>
            <Badge color={finding.severity === 'error' ? 'red' : 'yellow'}>
              {finding.severity === 'error' ? 'Error' : 'Warning'}
            </Badge>{' '}
            {finding.message}
          </p>
          <FixLink finding={finding} document={document} onEdit={onEdit} />
        </li>
      ))}
    </ul>
  );
}

const screens: readonly [start: string, label: string][] = [
  ['/customers', 'Open Customer'],
  ['/inventory/products', 'Open Product'],
  ['/services', 'Open Service'],
  ['/billing', 'Company Details'],
  ['/settings', 'Settings'],
  ['/units', 'Units'],
];

function FixLink({
  finding: { fix, message },
  document: { path, noun },
  onEdit,
}: Props & { finding: Finding }) {
  const navigate = useNavigate();
  const label = screens.find(([start]) => fix.startsWith(start))?.[1] ?? `Edit ${noun}`;
  const isHere = fix.startsWith(path);
  if (isHere && onEdit === null) return null;
  return (
    <Button
      size="compact-sm"
      variant="default"
      aria-label={`${label}: ${message}`}
      onClick={() => (isHere ? onEdit?.() : void navigate({ href: fix }))}
    >
      {label}
    </Button>
  );
}
