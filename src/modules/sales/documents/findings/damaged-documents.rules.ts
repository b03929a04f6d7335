import type { TaxDocument, TaxDocumentKind } from '../print/tax-documents.fields';

/** What is known of a document whose stored content cannot be read: it is left out, and named. */
export interface DamagedDocument {
  kind: TaxDocumentKind;
  id: number;
  number: string;
  status: string;
}

/** Documents that can be read, and the others. */
export interface ReadDocuments<D extends TaxDocument = TaxDocument> {
  documents: D[];
  damaged: DamagedDocument[];
}

/** Separates the documents that every report can read from those that lack what reports need. */
export function separated<D extends TaxDocument>(all: readonly D[]): ReadDocuments<D> {
  return {
    documents: all.filter(isWhole),
    damaged: all.filter((each) => !isWhole(each)).map(damagedOf),
  };
}

/** How a damaged document is named. */
function damagedOf({ kind, id, number, status }: DamagedDocument): DamagedDocument {
  const value: unknown = number;
  return { kind, id, status, number: typeof value === 'string' ? value : `No. ${id}` };
}

const texts = ['number', 'date', 'status', 'tax_mode', 'supply_type'] as const;
const sums = ['subtotal', 'tax_amount', 'round_off', 'total_amount'] as const;
const taxes = ['cgst_amount', 'sgst_amount', 'igst_amount'] as const;
const lineSums = ['quantity', 'unit_price', 'gross_amount', 'taxable_value', ...taxes] as const;

/** Whether a stored document has what print, portal files and returns read of each document. */
export function isWhole(document: TaxDocument): boolean {
  const { lines, seller, buyer }: Partial<TaxDocument> = document;
  return (
    has(document, texts, 'string') &&
    has(document, [...sums, ...taxes], 'number') &&
    has(seller, ['name'], 'string') &&
    has(buyer, ['name'], 'string') &&
    Array.isArray(lines) &&
    lines.every((line) => has(line, lineSums, 'number') && has(line, ['description'], 'string'))
  );
}

function has(value: unknown, names: readonly string[], type: 'string' | 'number'): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const fields = value as Readonly<Record<string, unknown>>;
  return names.every((name) => typeof fields[name] === type);
}
