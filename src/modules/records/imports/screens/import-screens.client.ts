import type { Kind } from '~/modules/organization/kinds/kinds.rules';
import type { CsvFormat } from '../formats.rules';

/** The screen of an import for a kind of records. */
export interface ImportScreen {
  subject: Kind;
  /** The title of its dialog. */
  title: string;
  about: string;
  /** The columns that are named before a file is chosen. */
  columns: readonly string[];
  format: CsvFormat;
  /** It goes through "Map Columns", "Preview" and "Import"; else it is checked at once, and mapped on request. */
  hasSteps: boolean;
  /** It offers a file of all records, to be changed and imported back. */
  offersAll: boolean;
  /** What of its records can count as of a past day, such as "Stock"; nothing unless given. */
  asOf?: string;
}
