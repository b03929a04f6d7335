/** A printed document as plain data, which can be passed to a worker thread; laid out by `print-layout.ts`. */
export interface PrintDocument {
  title: string;
  /** Set closer, where there is much to say. */
  isDense?: boolean;
  /** The day that the file says it was made on, so that the same content gives the same bytes. */
  day: string;
  /** Which of several copies it is. */
  copy?: string;
  /** The whole document once for each of these copies, one after another. */
  copies?: readonly string[];
  /** A data URL of a PNG or JPEG. */
  logo?: string;
  heading: string;
  issuer: readonly string[];
  head: readonly PrintDetail[];
  registration?: PrintCode;
  parties: readonly { heading: string; lines: readonly string[] }[];
  /** A letter above the table. */
  cover?: string | null;
  statements?: readonly string[];
  table?: PrintTable;
  /** Printed left of the totals, above how to pay. */
  aside?: PrintNote;
  totals: readonly PrintDetail[];
  summary?: { heading: string; table: PrintTable };
  payment?: { heading: string; lines: readonly string[]; code?: PrintCode };
  /** Where it is signed: for whom, and by whom. */
  signature?: { name: string; role: string };
  notes: readonly PrintNote[];
  mark?: string;
}

export interface PrintDetail {
  label: string;
  value: string;
  strong?: boolean;
}

interface PrintNote {
  heading: string;
  text: string;
}

/** What a QR code of the level M can hold, in bytes (ISO/IEC 18004, version 40). */
export const mostCodeBytes = 2331;

/** Whether a QR code can hold this content. */
export function fitsCode(content: string): boolean {
  return new TextEncoder().encode(content).length <= mostCodeBytes;
}

/** A QR code with the facts next to it. Content that does not fit a code is left out. */
export interface PrintCode {
  content: string;
  details: readonly PrintDetail[];
}

/** A text, with a smaller one before or after it. */
export type PrintCell = string | { before?: string; text: string; after?: string };

export interface PrintTable {
  columns: readonly { label: string; width: number | '*' | 'auto'; align: 'left' | 'right' }[];
  rows: readonly (readonly PrintCell[])[];
  /** The last row, with what the columns come to. */
  sums?: readonly string[];
  /** The sums of the rows up to each one, printed where a page ends after it. */
  carried?: readonly string[];
}
