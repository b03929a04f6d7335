import type { SupplyType } from '~/modules/catalogue/tax/supply.rules';

/** An invoice or a note as screens check it and exchange it with portals. */
export interface PortalDocument {
  id: number;
  number: string;
  updated_at: string;
  status: string;
  supply_type: SupplyType | null;
  /** The path of its kind in the API and the app. */
  path: string;
  /** Its kind in title case. */
  noun: string;
}
