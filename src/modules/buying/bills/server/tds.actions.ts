import type { Context } from '~/kit/server/database/context';
import { readRecord } from '~/kit/server/database/entity';
import { invalid } from '~/kit/server/errors';
import { dayOf } from '~/kit/shared/time/days';
import { financialYearOf } from '~/modules/organization/company/number-series.rules';
import { getSettings } from '~/modules/organization/company/server/settings.service';
import { legalYearStart } from '~/modules/organization/company/settings.rules';
import { vendors } from '~/modules/buying/vendors/server/vendors.service';
import type { TdsResult, TdsQuery } from '../requests.schema';
import { tdsOn } from './composing.internal';

/** TDS that a bill of a vendor on a base would withhold now (docs/product/bills.md#tds). 404 for an unknown vendor. */
export async function previewTds(context: Context, query: TdsQuery): Promise<TdsResult> {
  const { db, person, now } = context;
  const [settings, vendor] = await Promise.all([
    getSettings(db),
    readRecord({ db, person }, vendors, query.vendor_id),
  ]);
  const { tds_code: sent, base } = query;
  const isListed = (code: string | null) => settings.tds_codes.some((each) => each.code === code);
  if (sent !== undefined && sent !== '' && !isListed(sent))
    throw invalid('tds_code', 'TDS code not found');
  const own = isListed(vendor.tds_code) ? vendor.tds_code : null;
  const tds_code = sent || own;
  const bill_date = query.bill_date ?? dayOf(now, settings.time_zone);
  const bill_year = financialYearOf(bill_date, legalYearStart(settings));
  const of = {
    tds_code,
    vendor,
    settings,
    bill_year,
    bill_date,
    base,
    payable: base,
    except: null,
  };
  const { rate, base: charged, tds_amount, why } = await tdsOn(db, of);
  return { tds_code, rate: tds_code === null ? null : rate, base: charged, tds_amount, why };
}
