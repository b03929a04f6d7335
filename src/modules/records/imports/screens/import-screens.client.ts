import type { KindWithRights } from '~/modules/organization/kinds/kinds.rules';
import type { Settings } from '~/modules/organization/company/settings.fields';
import type { CsvColumn, CsvFormat } from '../formats.rules';

/** The names that a field of a file may have, by field; what is not in an open list is created. */
export type ValueLists = Readonly<Record<string, { names: readonly string[]; isOpen?: boolean }>>;

/** The screen of an import for a kind of records. */
export interface ImportScreen {
  subject: KindWithRights;
  /** The title of its dialog. */
  title: string;
  about: string;
  format: CsvFormat;
  /** The columns that are named before a file is chosen; all unless given. */
  columns?: (taxMode: Settings['tax_mode']) => readonly CsvColumn[];
  /** It is checked at once, and mapped on request; else it goes through "Map Columns", "Preview" and "Import". */
  isCheckedAtOnce?: boolean;
  /** It offers a file of all records, to be changed and imported back. */
  offersAll?: boolean;
  /** The names of records that fields take, by field. */
  useLists?: () => ValueLists;
  /** The choice to make one record of the rows with the same text in a field. */
  onePerCompany?: { field: string; label: string };
  /** What of its records can count as of a past day, such as "Stock"; nothing unless given. */
  asOf?: string;
}
