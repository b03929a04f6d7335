/** A printed document as plain data, which can be passed to a worker thread; laid out by `print-layout.ts`. */
export interface PrintDocument {
  title: string;
  /** The day that the file says it was made on, so that the same content gives the same bytes. */
  day: string;
  heading: string;
  issuer: readonly string[];
  facts: readonly PrintFact[];
  parties: readonly { heading: string; lines: readonly string[] }[];
  table?: PrintTable;
  totals: readonly PrintFact[];
  notes: readonly { heading: string; text: string }[];
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
