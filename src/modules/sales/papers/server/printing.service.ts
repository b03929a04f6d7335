import type { Db } from '~/kit/server/database/db';
import { faultOf } from '~/kit/server/database/faults';
import { AppError } from '~/kit/server/errors';
import { fileName, fileOf, makePdf, type PdfFile, pdfOf } from '~/kit/server/files/pdf';
import type { PrintDocument } from '~/kit/shared/print/print-document';
import type { FurtherCopy } from '~/modules/sales/documents/print/copies.rules';
import type { Registration } from '~/modules/sales/documents/print/print-extras.fields';
import { filed, type FiledDocument } from './filed.service';
import { findFile, findUnprinted, keepFile, type PaperKey } from './papers.queries';

export { fileName, type PdfFile, pdfOf };
export { dataUrl, deletePaper, freezePaper } from './papers.queries';

/** A numbered record that is printed: from when it is issued its file is made once, and the same for everyone. */
export interface Paper extends PaperKey {
  number: string;
  /** The file of one that is `draft` or `cancelled` is made each time, and marked. */
  status: string;
  /** What portals call its kind, where they give it a number to be printed. */
  filedAs?: FiledDocument['kind'];
  print: (
    db: Db,
    extras: { irn: Registration | null; copy?: FurtherCopy | undefined },
  ) => Promise<PrintDocument>;
}

function isValid({ status }: Paper): boolean {
  return status !== 'draft' && status !== 'cancelled';
}

/** The IRN that the file of a paper bears; a cancelled one bears none. */
export async function registrationOf(db: Db, paper: Paper): Promise<Registration | null> {
  const { filedAs: kind, id } = paper;
  return kind && isValid(paper) ? filed.get().findRegistration(db, { kind, id }) : null;
}

/**
 * A paper as a PDF file, made outside of any transaction: it may have to wait for its turn. Of an issued one it is made
 * once and then the same for everyone; a cancelled one says so, and one with an IRN bears that. A `copy` is marked as
 * such where the paper has copies (docs/product/invoices.md#issued-documents).
 */
export async function paperPdf(db: Db, paper: Paper, copy?: FurtherCopy): Promise<PdfFile> {
  const irn = await registrationOf(db, paper);
  if (copy) {
    const printed = await paper.print(db, { irn, copy });
    if (printed.copy !== undefined) return pdfOf(`${paper.number}-${copy}`, printed);
  }
  const { number } = paper;
  if (isValid(paper) && irn === null) return fileOf(number, await storedPdf(db, paper));
  return pdfOf(number, await paper.print(db, { irn }));
}

/** The file of an issued paper without its IRN. What bears a mark was cancelled since, and is not kept. */
async function storedPdf(db: Db, paper: Paper): Promise<Buffer> {
  const stored = await findFile(db, paper);
  if (stored) return stored;
  const printed = await paper.print(db, { irn: null });
  const created = await makePdf(printed);
  return printed.mark === undefined ? keepFile(db, paper, created) : created;
}

const mostFailures = 200;

/**
 * Makes the missing files of issued papers of a kind (docs/product/invoices.md#issued-documents), at most `most` in a
 * run. It skips those that cannot be printed, and throws their errors at its end.
 */
export async function printMissing(
  db: Db,
  {
    kind,
    noun,
    read,
  }: { kind: string; noun: string; read: (db: Db, id: number) => Promise<Paper> },
  { signal, most = 20 }: { signal?: AbortSignal | undefined; most?: number | undefined },
): Promise<void> {
  const failures: unknown[] = [];
  let printed = 0;
  let after = 0;
  while (printed < most && failures.length < mostFailures) {
    const id = await findUnprinted(db, { kind, id: after });
    if (id === null || signal?.aborted) break;
    after = id;
    try {
      await storedPdf(db, await read(db, id));
      printed += 1;
    } catch (error) {
      faultOf(error);
      // It was deleted since it was listed.
      const isDeleted = error instanceof AppError && error.code === 'record.not_found';
      if (!isDeleted) failures.push(new Error(`${noun} ${id}`, { cause: error }));
    }
  }
  if (failures.length > 0)
    throw new AggregateError(failures, `Some ${noun.toLowerCase()}s could not be printed`);
}
