import type { CsvFormat } from '../headings.rules';
import type { ImportSubject } from '../imports.fields';

/** What an import is of, in the words of its screen. */
export interface ImportScreen {
  subject: ImportSubject;
  title: string;
  about: string;
  /** The columns that are spoken of. */
  columns: readonly string[];
  format: CsvFormat;
  /** It goes through "Map Columns", "Preview" and "Import"; else it is checked at once, and mapped where that is asked for. */
  hasSteps: boolean;
  /** A file of all that is there, to be changed and imported back. */
  whole?: { label: string; path: string; name: string } | undefined;
}
