import type { ReactNode } from 'react';
import { formatInstant } from '~/kit/shared/time/days';
import { DetailsDialog } from '~/kit/ui/dialog/DetailsDialog';
import type { DetailsSection } from '~/kit/ui/dialog/DetailsSections';
import type { PortalDocument } from '~/modules/sales/documents/portal-documents.fields';
import { DocumentCheck } from './DocumentCheck';
import classes from './PaperDetails.module.css';

interface Shown {
  number: string;
  customer_name: string;
  status: ReactNode;
  sections: readonly DetailsSection[];
  /** Small buttons above the sections. */
  tools?: ReactNode;
  /** Buttons next to Close. */
  actions: ReactNode;
  /** The address of the record's page. */
  page?: string | undefined;
}

interface Props {
  title: string;
  closeLabel?: string | undefined;
  /** Null while the dialog is closed. */
  paper: Shown | null;
  onClose: () => void;
}

/** The details of an invoice, a note or a voucher. */
export function PaperDetails({ title, closeLabel, paper, onClose }: Props) {
  return (
    <DetailsDialog
      opened={paper !== null}
      onClose={onClose}
      title={title}
      closeLabel={closeLabel}
      size={640}
      subtitle={
        paper ? (
          <>
            {paper.number} · {paper.customer_name} {paper.status}
          </>
        ) : null
      }
      page={paper?.page}
      sections={paper?.sections ?? []}
      tools={paper?.tools ? <div className={classes.tools}>{paper.tools}</div> : null}
      actions={paper?.actions}
    />
  );
}

interface Checked {
  document: PortalDocument;
  isByGst: boolean;
  /** Null where the document cannot be changed. */
  onEdit: (() => void) | null;
}

/** What of a document without GST cannot be printed; of others the section "Check" says it. */
export function printWarnings({
  document,
  isByGst,
  onEdit,
}: Checked): Pick<DetailsSection, 'content'> {
  if (isByGst || document.status === 'cancelled') return {};
  return { content: <DocumentCheck document={document} onEdit={onEdit} isQuiet /> };
}

/** The check of a document under GST and, once it is issued, its sections about the portals. */
export function portalSections(
  { document, isByGst, onEdit }: Checked,
  issued: readonly DetailsSection[],
): DetailsSection[] {
  if (!isByGst) return [];
  const content = <DocumentCheck document={document} onEdit={onEdit} />;
  return [{ title: 'Check', content }, ...(document.status === 'draft' ? [] : issued)];
}

interface Mailed {
  noun: string;
  mailed_at: string | null;
  timeZone: string;
  /** What became of the last mail; null where there was none. */
  outcome: ReactNode;
}

/** The last mail with a paper; `failure` is why it was not sent. */
export function mailSection(
  { noun, mailed_at, timeZone, outcome }: Mailed,
  failure: Pick<DetailsSection, 'content' | 'text'>,
): DetailsSection {
  const title = 'Email';
  if (outcome === null) return { title, text: `This ${noun} has not been sent by email.` };
  const at = mailed_at && formatInstant(mailed_at, timeZone);
  const details = [
    { label: 'Last email', value: outcome },
    { label: 'At', value: at },
  ];
  return { title, details, ...failure };
}

interface PaperState {
  created_by_name: string | null;
  created_at: string;
  updated_at: string;
}

export function recordSection(
  { created_by_name, created_at, updated_at }: PaperState,
  { timeZone, by = 'Created By' }: { timeZone: string; by?: string },
): DetailsSection {
  return {
    title: 'Record',
    details: [
      { label: by, value: created_by_name },
      { label: 'Created', value: formatInstant(created_at, timeZone) },
      { label: 'Last Updated', value: formatInstant(updated_at, timeZone) },
    ],
  };
}
