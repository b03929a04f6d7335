/** A printed document as plain data: it travels to a worker thread, and both sides lay it out alike (`print-layout.ts`). */
export interface PrintDocument {
  /** The file's name without its ending, and the document's title. */
  title: string;
  /** Large, over the document: `INVOICE`. */
  heading: string;
  /** Who sends it, the name first; printed at the top left. */
  issuer: readonly string[];
  /** Number, dates and the like; printed at the top right. */
  facts: readonly PrintFact[];
  /** Side by side below: the receiver and others, each with its heading. */
  parties: readonly { heading: string; lines: readonly string[] }[];
  table?: PrintTable;
  totals: readonly PrintFact[];
  /** Below the totals, each with its heading. */
  notes: readonly { heading: string; text: string }[];
  /** Across every page: `DRAFT`. */
  mark?: string;
}

export interface PrintFact {
  label: string;
  value: string;
  strong?: boolean;
}

export interface PrintTable {
  columns: readonly { label: string; width: number | '*' | 'auto'; align: 'left' | 'right' }[];
  rows: readonly (readonly string[])[];
}
