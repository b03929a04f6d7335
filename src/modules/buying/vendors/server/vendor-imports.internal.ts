import { userOf } from '~/kit/server/database/context';
import { getSettings } from '~/modules/organization/company/server/settings.service';
import type { Heading } from '~/modules/records/imports/heading.rules';
import {
  type FilePlan,
  importWriter,
} from '~/modules/records/imports/server/import-writer.service';
import type { ImportKind, Run } from '~/modules/records/imports/server/imports.service';
import {
  matchFieldOf,
  partyMatches,
  takenCode,
  takeIds,
} from '~/modules/sales/customers/server/party-imports.service';
import { sampleCsv, type VendorColumn, vendorColumns, vendorFormat } from '../vendors.csv';
import type { Vendor } from '../vendors.fields';
import { unknownVendor, vendorAfter } from '../vendors.rules';
import { type ExistingVendor, vendorParty, vendorsAsCsv } from './vendor-imports.queries';
import { noteBankChange } from './vendors.actions';
import { vendorWindows } from './vendors.queries';

/** Vendors from a CSV file (docs/product/vendors.md#import-and-export). */
export const vendorImports: ImportKind = {
  subject: 'vendors',
  format: vendorFormat,
  sample: sampleCsv,
  exported: { windows: vendorWindows, rows: vendorsAsCsv },
  open: async (run, heading) => importWriter(run, heading, await vendorPlan(run, heading)),
};

type Own = Partial<Pick<Vendor, VendorColumn>>;

const initial: Own = Object.fromEntries(
  vendorFormat.columns.map(({ name, initial: value }) => [name, value ?? null]),
);

async function vendorPlan(run: Run, heading: Heading): Promise<FilePlan<ExistingVendor>> {
  const { session, context, dryRun } = run;
  const { trx } = session;
  const by = matchFieldOf(heading);
  const isByCode = by === 'code';
  const settings = await getSettings(trx);
  const created_by = userOf(context.person);
  const { names } = heading;
  return {
    format: vendorFormat,
    table: 'vendors',
    label: 'company_name',
    // By another field, a second row may also repeat the code of the first.
    key: isByCode ? { field: 'vendor_code', noun: 'vendor code' } : { field: null, noun: 'vendor' },
    columns: ['id', ...vendorColumns, 'created_by'],
    targets: vendorColumns
      // Another spelling of a code is not a change; a GSTIN and words change what follows from them.
      .filter((name) => name !== 'vendor_code' && (names.has(name) || follows(name, names)))
      .map((column) => ({ column })),
    match: (rows) => partyMatches<ExistingVendor>(run, vendorParty, by, rows),
    judge: async (row, before) => {
      if (before && !before.is_read) return [takenCode(vendorParty, row.key)];
      const sent: Own = before ? row.values : { ...initial, ...row.values };
      const { values, problem } = vendorAfter(before ?? unknownVendor, sent, settings);
      if (problem) return [problem];
      const own = { ...sent, ...values };
      if (!before) return { values: { ...own, created_by } };
      if (!dryRun) await noteBankChange({ trx, context }, before, own);
      return { values: own };
    },
    complete: async (rows) => {
      const codes = rows.map((row) => row['vendor_code']);
      const taken = await takeIds(trx, vendorParty, codes);
      return rows.map((row, at) => ({ ...row, ...taken[at] }));
    },
  };
}

function follows(name: VendorColumn, names: Heading['names']): boolean {
  if (name === 'pan') return names.has('gstin');
  return name === 'state_code' && ['gstin', 'state', 'country'].some((each) => names.has(each));
}
