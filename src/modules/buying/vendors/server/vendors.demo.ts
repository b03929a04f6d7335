import { anonymous, type Write } from '~/kit/server/database/context';
import type { Transaction } from '~/kit/server/database/transaction';
import { insertRecord } from '~/kit/server/database/write';
import { firstLocation } from '~/modules/catalogue/products/locations/locations.fields';
import { makeTransfer } from '~/modules/catalogue/transfers/server/transfers.service';
import { locations } from '~/modules/catalogue/products/locations/server/locations.service';
import { completeGstin } from '~/modules/organization/company/gstin.rules';
import { getSettings } from '~/modules/organization/company/server/settings.service';
import type { Terms } from '../terms.fields';
import type { NewVendor } from '../vendors.fields';
import { addVendor, writeVendorTerms } from './vendors.actions';
import { listSampleProducts, type SampleProduct } from './terms.queries';

interface Sample {
  values: NewVendor;
  /** What the SKU codes of its products begin with, and how many of them it sells. */
  sells: readonly [skus: string, count: number];
  /** How many percent of the cost price it charges, and in how many days it delivers. */
  price: number;
  leadDays: number;
  isPreferred: boolean;
  /** The name of the location of goods that it works on. */
  worksAt?: string;
}

const note = 'Invented sample record.';

const samples: readonly Sample[] = [
  {
    values: {
      company_name: 'Bhosari Sensor House',
      contact_person: 'Nikhil Joshi',
      email: 'orders@sensor-house.example',
      phone: '+91 98220 45678',
      gstin: completeGstin('27AABCB4471K1Z'),
      gst_category: 'regular',
      address: 'Gala 7, Bhosari Industrial Estate',
      city: 'Pune',
      state: 'Maharashtra',
      postal_code: '411026',
      payment_terms: 'net_30',
      msme: 'small',
      msme_number: 'UDYAM-MH-26-0104471',
      msme_agreed: true,
      bank_account: '50100234567890',
      bank_ifsc: 'HDFC0000104',
    },
    sells: ['SEN-', 6],
    price: 98,
    leadDays: 5,
    isPreferred: true,
  },
  {
    values: {
      company_name: 'Peenya Drives and Bearings',
      contact_person: 'Lakshmi Rao',
      email: 'sales@peenya-drives.example',
      phone: '+91 98450 33127',
      gstin: completeGstin('29AAFCP9982M1Z'),
      gst_category: 'regular',
      address: '22, Peenya Second Stage',
      city: 'Bengaluru',
      state: 'Karnataka',
      postal_code: '560058',
      payment_terms: 'net_60',
    },
    sells: ['MAC-', 8],
    price: 100,
    leadDays: 12,
    isPreferred: true,
    worksAt: 'Grinding at Peenya Drives',
  },
  {
    values: {
      company_name: 'Rajkot Tool Mart',
      contact_person: 'Harshad Patel',
      phone: '+91 98250 71144',
      gstin: completeGstin('24ABCPT5120Q1Z'),
      gst_category: 'regular',
      address: 'Shop 14, Gondal Road',
      city: 'Rajkot',
      state: 'Gujarat',
      postal_code: '360003',
      payment_terms: 'net_15',
      msme: 'micro',
      msme_number: 'UDYAM-GJ-20-0051205',
    },
    sells: ['TOO-', 6],
    price: 95,
    leadDays: 7,
    isPreferred: true,
  },
  {
    values: {
      company_name: 'Coimbatore Safety Works',
      contact_person: 'Meena Sundaram',
      email: 'stores@safety-works.example',
      gst_category: 'composition',
      gstin: completeGstin('33AAKFC7734D1Z'),
      city: 'Coimbatore',
      state: 'Tamil Nadu',
      postal_code: '641021',
      payment_terms: 'cod',
    },
    sells: ['SAF-', 5],
    price: 102,
    leadDays: 4,
    isPreferred: true,
  },
  {
    values: {
      company_name: 'Gurpreet Singh, Packing Contractor',
      contact_person: 'Gurpreet Singh',
      phone: '+91 98140 22065',
      gst_category: 'unregistered',
      pan: 'BQRPS2206H',
      city: 'Pune',
      state: 'Maharashtra',
      payment_terms: 'net_15',
      notes: `Packs and loads. ${note}`,
    },
    sells: ['TOO-', 2],
    price: 108,
    leadDays: 2,
    isPreferred: false,
  },
  {
    values: {
      company_name: 'Old Mill Traders',
      city: 'Howrah',
      state: 'West Bengal',
      is_active: false,
      notes: `Closed in summer. ${note}`,
    },
    sells: ['MAC-', 1],
    price: 120,
    leadDays: 30,
    isPreferred: false,
  },
];

const msPerDay = 86_400_000;

/** Sample vendors with what they sell; returns how many. */
export async function fillDemoVendors(trx: Transaction, now: Date): Promise<number> {
  const isGst = (await getSettings(trx)).tax_mode === 'gst';
  for (const [index, sample] of samples.entries()) {
    const moment = new Date(now.getTime() - (samples.length - index) * 40 * msPerDay);
    const write: Write = { trx, context: { person: anonymous, now: moment } };
    const vendor = await addVendor(write, {
      notes: note,
      country: 'India',
      ...sample.values,
      // A company without GST enters no categories.
      ...(isGst ? {} : { gst_category: null }),
    });
    if (sample.worksAt) {
      const location = { name: sample.worksAt, kind: 'job_worker', vendor_id: vendor.id };
      await sendGoods({ trx, now }, (await insertRecord(write, locations, location)).id);
    }
    const [skus, count] = sample.sells;
    const products = await listSampleProducts(trx, skus, count);
    await writeVendorTerms(
      write,
      vendor,
      products.map((product, at) => termsOf(product, sample, at)),
    );
  }
  return samples.length;
}

/** Goods that go to the job worker with a challan. */
async function sendGoods({ trx, now }: { trx: Transaction; now: Date }, to_id: number) {
  const [bearings] = await listSampleProducts(trx, 'MAC-UCP205', 1);
  if (!bearings) return;
  await makeTransfer(
    { trx, context: { person: anonymous, now } },
    {
      from_id: firstLocation,
      to_id,
      status: 'done',
      vehicle_number: 'KA04MB2816',
      notes: 'Bores to be ground to 25 H6.',
      items: [{ product_id: bearings.id, quantity: 24 }],
    },
  );
}

function termsOf(product: SampleProduct, sample: Sample, at: number): Terms {
  const { id: product_id, cost_price, ...named } = product;
  const { unit_of_measure: product_unit, product_name, sku_code } = named;
  // Every third one comes in boxes of ten.
  const isBoxed = at % 3 === 2;
  const factor = isBoxed ? 10 : 1;
  const price = cost_price === null ? null : Math.round(cost_price * factor * sample.price) / 100;
  return {
    product_id,
    product_name,
    sku_code,
    product_unit,
    vendor_sku: `${sku_code.slice(4)}-${at + 1}`,
    unit: isBoxed ? 'box' : product_unit,
    factor,
    price,
    min_quantity: isBoxed ? 1 : 5,
    multiple: isBoxed ? 1 : 5,
    lead_days: sample.leadDays,
    is_preferred: sample.isPreferred,
  };
}
