import { taxClassNamed } from '~/modules/catalogue/tax/server/tax-classes.service';
import { sampleWrites } from '~/modules/records/custom-fields/server/custom-fields.service';
import { getSettings } from '~/modules/organization/company/server/settings.service';
import { anonymous, type Write } from '~/kit/server/database/context';
import type { NewProduct, Product } from '../products.fields';
import type { Transaction } from '~/kit/server/database/transaction';
import { insertRecord, insertRecords } from '~/kit/server/database/write';
import { brands } from './categories.queries';
import { productRange, type Sample } from './product-range.demo';
import { products } from './products.queries';
import { firstLocation } from '../../locations/locations.fields';
import { locations } from '../../locations/server/locations.service';
import { incomingLots } from '../../lots/server/lots.service';
import { describeMove, type StockChange } from '../../stock/server/movements.queries';
import {
  changeStocks,
  moveStock,
  noteOf,
} from '~/modules/catalogue/products/stock/server/stock.service';
import { worthOf } from '~/modules/catalogue/products/stock/value.rules';

/** HSN code and name of the tax class of products that are taxed unlike the rest. */
type Tax = readonly [hsn: string | null, taxClass: string];

const usual = 'GST 18%';
const lowered = 'GST 5% (12% before 22 September 2025)';

/** Sample products that only a company by GST has: some without tax, and one that no one has classified yet. */
const untaxed: readonly (readonly [sample: Sample, tax: Tax])[] = [
  [
    ['Salt for Water Softeners, 50 kg', 'CON-SALT50', null, null, 640, 455, 180, 40, 'bag'],
    ['250100', 'Nil-rated (0%)'],
  ],
  [
    ['Charcoal for Forge Hearths', 'CON-CHAR', null, null, 46.5, 33.2, 820, 200, 'kg'],
    ['440290', 'Exempt'],
  ],
  [
    ['Digging Spade with Handle', 'TOO-SPADE', 4, 3, 420, 285, 96, 24, 'each'],
    ['820110', 'Exempt'],
  ],
  [
    ['Hose Clamp 20–32 mm, new', 'FAS-HC2032', null, 8, 18.5, 11.2, 900, 200, 'each'],
    [null, usual],
  ],
];

const gstProducts: readonly Sample[] = untaxed.map(([sample]) => sample);

const bySku = new Map(untaxed.map(([[, sku], tax]) => [sku, tax]));

// By subcategory; what has none is a fastener.
const hsnCodes = [
  '731815',
  '903180',
  '853710',
  '847989',
  '820559',
  '650610',
  '401519',
  '721499',
  '392099',
];

/** The HSN code of a sample product, and the name of its tax class. */
function taxOfSample([, sku, subcategory]: Sample): Tax {
  return (
    bySku.get(sku) ?? [hsnCodes[subcategory ?? 0] ?? null, subcategory === 6 ? lowered : usual]
  );
}

// All names are invented; web addresses use the reserved domain `.example`.
const makers = [
  ['Anvaya Sensors', 'Inductive, capacitive and optical sensors', 'anvaya'],
  ['Brihat Controls', 'Controllers, relays and panel instruments', 'brihat'],
  ['Chakra Tools', 'Hand and power tools for the shop floor', 'chakra'],
  ['Durga Safety', 'Helmets, gloves and fall protection', 'durga'],
  ['Himgiri Metals', 'Rolled and drawn steel, aluminium, brass', 'himgiri'],
  ['Jaladhi Polymers', 'Engineering plastics in sheet and rod', 'jaladhi'],
  ['Meghdoot Machines', 'Drives, pumps and small machines', 'meghdoot'],
  ['Suvarna Fasteners', 'Bolts, nuts and anchors', null],
] as const;

// Subcategories 1 to 8 are those of a new installation, two per category.
const named: readonly Sample[] = [
  ['Proximity Sensor M12, PNP', 'SEN-PX12P', 1, 1, 1250, 780, 140, 40, 'each'],
  ['Proximity Sensor M18, NPN', 'SEN-PX18N', 1, 1, 1480, 905, 36, 40, 'each'],
  ['Photoelectric Sensor, 4 m', 'SEN-PE04', 1, 1, 2350, 1610, 58, 20, 'each'],
  ['Ultrasonic Level Sensor', 'SEN-UL30', 1, 1, 6890, 4725, 12, 8, 'each'],
  ['Pressure Transmitter 0–10 bar', 'SEN-PT10', 1, 2, 5400, 3980, 22, 10, 'each'],
  ['Thermocouple Type K, 1.5 m', 'SEN-TCK15', 1, 1, 640, 385, 210, 60, 'each'],
  ['RTD Probe PT100', 'SEN-PT100', 1, 1, 980, 610, 0, 30, 'each'],
  ['Load Cell 500 kg', 'SEN-LC500', 1, 2, 8750, 6440, 9, 6, 'each'],
  ['Encoder 1024 ppr', 'SEN-EN1024', 1, 1, 4320, 3015, 17, 12, 'each'],
  ['Compact PLC, 14 I/O', 'PRO-PLC14', 2, 2, 14_900, 11_200, 18, 6, 'each'],
  ['Compact PLC, 24 I/O', 'PRO-PLC24', 2, 2, 21_600, 16_450, 7, 6, 'each'],
  ['Operator Panel 7 inch', 'PRO-HMI07', 2, 2, 18_250, 13_700, 5, 5, 'each'],
  ['Temperature Controller 96x96', 'PRO-TC96', 2, 2, 3150, 2080, 44, 15, 'each'],
  ['Industrial Ethernet Switch, 8 port', 'PRO-SW8', 2, 2, 7400, 5350, 13, 8, 'each'],
  ['Safety Relay 24 V', 'PRO-SR24', 2, 2, 4980, 3610, 26, 10, 'each'],
  ['Energy Meter, 3 phase', 'PRO-EM3', 2, 2, 3890, 2720, 0, 10, 'each'],
  ['Gateway Modbus to Ethernet', 'PRO-GW01', 2, null, 9650, 9650, 4, 3, 'each'],
  ['Geared Motor 0.75 kW', 'MAC-GM075', 3, 7, 16_400, 12_850, 11, 4, 'each'],
  ['Induction Motor 2.2 kW', 'MAC-IM22', 3, 7, 13_750, 10_600, 16, 5, 'each'],
  ['Variable Speed Drive 1.5 kW', 'MAC-VSD15', 3, 7, 15_900, 11_950, 9, 6, 'each'],
  ['Centrifugal Pump 1 hp', 'MAC-CP1', 3, 7, 9850, 7230, 14, 5, 'each'],
  ['Gear Pump 20 l/min', 'MAC-GP20', 3, 7, 12_300, 9100, 3, 4, 'each'],
  ['Conveyor Roller 50 x 500 mm', 'MAC-CR500', 3, 7, 540, 365, 380, 100, 'each'],
  ['Pillow Block Bearing UCP205', 'MAC-UCP205', 3, 7, 495, 318, 164, 50, 'each'],
  ['Timing Belt HTD 5M, 1 m', 'MAC-HTD5', 3, null, 410, 262, 92, 30, 'meter'],
  ['Pneumatic Cylinder 32 x 100', 'MAC-PC32', 3, 7, 1980, 1340, 41, 15, 'each'],
  ['Solenoid Valve 5/2, 24 V', 'MAC-SV52', 3, 7, 1640, 1085, 33, 20, 'each'],
  ['Torque Wrench 20–100 Nm', 'TOO-TW100', 4, 3, 3450, 2390, 21, 8, 'each'],
  ['Impact Driver 18 V', 'TOO-ID18', 4, 3, 8990, 6720, 6, 6, 'each'],
  ['Angle Grinder 100 mm', 'TOO-AG100', 4, 3, 2850, 2040, 24, 10, 'each'],
  ['Digital Vernier Caliper 150 mm', 'TOO-VC150', 4, 3, 1890, 1240, 38, 12, 'each'],
  ['HSS Drill Set 1–13 mm', 'TOO-DS13', 4, 3, 2240, 1480, 29, 10, 'box'],
  ['Carbide Insert CNMG 120408', 'TOO-CN1204', 4, 3, 385, 246, 620, 200, 'each'],
  ['Bench Vice 125 mm', 'TOO-BV125', 4, 3, 4150, 3020, 8, 4, 'each'],
  ['Hex Key Set, 9 pieces', 'TOO-HK9', 4, 3, 520, 318, 75, 25, 'each'],
  ['Cutting Disc 100 x 1 mm', 'TOO-CD100', 4, 3, 28, 15.5, 1850, 500, 'each'],
  ['Cutting Oil, 20 l', 'TOO-CO20', 4, null, 4680, 3550, 19, 12, 'case'],
  ['Industrial Helmet, white', 'SAF-HE01W', 5, 4, 260, 148, 320, 100, 'each'],
  ['Industrial Helmet, yellow', 'SAF-HE01Y', 5, 4, 260, 148, 84, 100, 'each'],
  ['Ratchet Helmet with Visor', 'SAF-HE02', 5, 4, 690, 432, 47, 20, 'each'],
  ['Welding Helmet, auto-darkening', 'SAF-WH01', 5, 4, 3250, 2280, 0, 5, 'each'],
  ['Bump Cap', 'SAF-BC01', 5, 4, 340, 205, 66, 30, 'each'],
  ['Nitrile Gloves, box of 100', 'SAF-GN100', 6, 4, 480, 335, 145, 60, 'box'],
  ['Cut Resistant Gloves, level 5', 'SAF-GC5', 6, 4, 385, 230, 210, 80, 'each'],
  ['Leather Welding Gloves', 'SAF-GW01', 6, 4, 295, 172, 118, 40, 'each'],
  ['Electrical Gloves 11 kV', 'SAF-GE11', 6, 4, 1150, 790, 24, 12, 'each'],
  ['Heat Resistant Gloves 250 °C', 'SAF-GH250', 6, 4, 560, 348, 35, 36, 'each'],
  ['Mild Steel Sheet 2 mm', 'RAW-MS2', 7, 5, 68, 57.5, 4200, 1500, 'kg'],
  ['Stainless Steel 304 Rod 20 mm', 'RAW-SS20', 7, 5, 285, 238, 960.5, 400, 'kg'],
  ['Aluminium Profile 40 x 40', 'RAW-AL40', 7, 5, 720, 548, 310.25, 120, 'meter'],
  ['Aluminium 6061 Plate 12 mm', 'RAW-AL12', 7, 5, 340, 279, 185, 200, 'kg'],
  ['Brass Rod 16 mm', 'RAW-BR16', 7, 5, 615, 540, 240.75, 100, 'kg'],
  ['Copper Busbar 25 x 5', 'RAW-CU25', 7, 5, 890, 905, 130, 60, 'kg'],
  ['EN8 Round Bar 32 mm', 'RAW-EN8', 7, 5, 92, 76, 2650, 800, 'kg'],
  ['Nylon PA6 Rod 50 mm', 'RAW-PA50', 8, 6, 1180, 845, 74, 30, 'meter'],
  ['PTFE Sheet 3 mm', 'RAW-PT3', 8, 6, 2450, 1870, 26, 7.5, 'kg'],
  ['Acrylic Sheet 5 mm, clear', 'RAW-AC5', 8, 6, 1650, 1190, 40, 15, 'each'],
  ['HDPE Granules', 'RAW-HD', 8, 6, 118, 97, 3100, 1000, 'kg'],
  ['Polycarbonate Sheet 4 mm', 'RAW-PC4', 8, 6, 2980, 2140, 11, 12, 'each'],
  ['Hex Bolt M8 x 40, grade 8.8', 'FAS-HB840', null, 8, 9.5, 5.2, 12_400, 4000, 'each'],
  ['Nyloc Nut M8', 'FAS-NN8', null, 8, 3.75, 1.9, 15_800, 5000, 'each'],
  ['Anchor Fastener M12 x 100', 'FAS-AF12', null, 8, 34, 19.5, 860, 300, 'each'],
];

/** What its makers number by lot: it ages. */
const trackedSku = 'SAF-GN100';

const quarantine = { name: 'Quarantine', code: 'QUA', kind: 'hold' } as const;

/** All invented; in parts of the stock, and days from today. The last one has the rest. */
const lotsOfTracked = [
  { lot_number: 'NG-24-0318', share: 0.45, age: 1080, expiresIn: 15, vendor_lot: 'DS 40318 B' },
  { lot_number: 'NG-24-1102', share: 0.3, age: 845, expiresIn: 250, vendor_lot: 'DS 41102 A' },
  { lot_number: 'NG-25-0207', share: null, age: 660, expiresIn: 435, vendor_lot: 'DS 50207 A' },
] as const;

const count = 300;
const day = 86_400_000;

/** Sample catalogue with brands, opening stock and some weeks of movements; returns how many products. */
export async function fillDemoProducts(trx: Transaction, now: Date): Promise<number> {
  const at = (daysAgo: number) => ({
    trx,
    context: { person: anonymous, now: new Date(now.getTime() - daysAgo * day) },
  });
  const brandIds: number[] = [];
  for (const [brand_name, description, house] of makers) {
    const website = house && `https://www.${house}.example`;
    const brand = await insertRecord(at(600), brands, { brand_name, description, website });
    brandIds.push(brand.id);
  }
  const { tax_mode, price_decimals } = await getSettings(trx);
  const usual = [...named, ...productRange(count - named.length)];
  const samples = tax_mode === 'gst' ? [...usual, ...gstProducts] : usual;
  const created = await addSamples(at, samples, { brandIds, isFine: price_decimals > 2 });
  const held = await insertRecord(at(580), locations, quarantine);
  await fillDemoLots(at, samples, { created, held: held.id });
  const indexed = created.map((product, index) => ({ product, index }));
  for (let from = 0; from < indexed.length; from += movedAtOnce) {
    const some = indexed.slice(from, from + movedAtOnce);
    const age = ageOf(some.at(-1)?.index ?? from);
    for (const { daysLater, changeOf, ...why } of weeks) {
      const changes = some.flatMap(({ product, index }) => {
        const change = changeOf(index, stockOf(samples, index)[1]);
        return change === 0 ? [] : [boughtAnew(product, change, why.type)];
      });
      await changeStocks(at(age - daysLater), changes, why);
    }
  }
  return samples.length;
}

const movedAtOnce = 20;

interface Week {
  daysLater: number;
  type: 'in' | 'out' | 'set';
  reason: string;
  /** In units of the product, which had `used` more at first than it has in the end. */
  changeOf: (index: number, used: number) => number;
}

const isRebought = (index: number) => index % 12 === 4;
const isCounted = (index: number) => index % 15 === 0;

/** What happens to the stock of some products after their first days. */
const weeks: readonly Week[] = [
  { daysLater: 4, type: 'out', reason: 'Used in production', changeOf: (_, used) => -used },
  {
    daysLater: 5,
    type: 'in',
    reason: 'Bought at another price',
    changeOf: (index) => (isRebought(index) ? 10 : 0),
  },
  {
    daysLater: 6,
    type: 'set',
    reason: 'Quarterly count',
    changeOf: (index) => (isCounted(index) ? 2 : 0),
  },
  {
    daysLater: 7,
    type: 'set',
    reason: 'Counted again',
    changeOf: (index) => (isCounted(index) ? -2 : 0),
  },
  {
    daysLater: 8,
    type: 'out',
    reason: 'Used in production',
    changeOf: (index) => (isRebought(index) ? -10 : 0),
  },
];

/** What comes in costs a little more than before. */
function boughtAnew({ id, cost_price }: Product, onHand: number, type: Week['type']): StockChange {
  const change = { productId: id, onHand, reserved: 0 };
  if (type !== 'in' || cost_price === null) return change;
  const worth = worthOf(onHand, cost_price * 1.06);
  return { ...change, parts: [{ location: firstLocation, lot: null, quantity: onHand, worth }] };
}

interface GroupIds {
  brandIds: readonly number[];
  /** Prices may have three decimals, and those of small things have them. */
  isFine: boolean;
}

async function addSamples(
  at: (daysAgo: number) => Write,
  samples: readonly Sample[],
  { brandIds, isFine }: GroupIds,
): Promise<Product[]> {
  const write = at(0);
  const classIds = await taxClassIds(write.trx, samples);
  const withOwn = await sampleWrites(write.trx, 'products');
  const rows = samples.map((sample, index) => {
    const [product_name, sku_code, subcategory, maker, price, cost, , level, unit] = sample;
    const [stock, moved] = stockOf(samples, index);
    const [hsn_code, taxClass] = taxOfSample(sample);
    const values: NewProduct = {
      product_name,
      sku_code,
      description: 'Invented sample record.',
      category_id: subcategory && Math.ceil(subcategory / 2),
      subcategory_id: subcategory,
      brand_id: maker && (brandIds[maker - 1] ?? null),
      unit_price: isFine && price < 2 ? (price * 1000 - 5) / 1000 : price,
      cost_price: cost,
      stock_quantity: sku_code === trackedSku ? 0 : stock + moved,
      tracking: sku_code === trackedSku ? 'lot' : 'none',
      reorder_level: level,
      unit_of_measure: unit,
      hsn_code,
      tax_class_id: classIds.get(taxClass) ?? null,
      warranty_period: price > 2000 ? '12 months' : null,
      min_order_quantity: price < 50 ? 100 : 1,
      is_active: index % 23 !== 22,
    };
    return { write: withOwn(at(ageOf(index)), index, sku_code), values };
  });
  await describeMove(write.trx, noteOf(write, { type: 'initial', reason: 'Opening stock' }));
  return insertRecords(products, rows);
}

/** The lots of the tracked product, the whole of its stock; some of the last one is held back. */
async function fillDemoLots(
  at: (daysAgo: number) => Write,
  samples: readonly Sample[],
  { created, held }: { created: readonly Product[]; held: number },
): Promise<void> {
  const index = samples.findIndex(([, sku]) => sku === trackedSku);
  const product = created[index];
  if (!product) return;
  const [stock, moved] = stockOf(samples, index);
  const today = at(0).context.now.getTime();
  const dayIn = (days: number) => new Date(today + days * day).toISOString().slice(0, 10);
  let rest = stock + moved;
  for (const { lot_number, share, age, expiresIn, vendor_lot } of lotsOfTracked) {
    const write = at(ageOf(index));
    const quantity = share === null ? rest : Math.round((stock + moved) * share);
    rest -= quantity;
    const [lot] = await incomingLots(
      write,
      product,
      { quantity, lots: [{ lot_number }], field: 'lots' },
      { made_on: dayIn(-age), expires_on: dayIn(expiresIn), vendor_lot },
    );
    if (!lot) continue;
    const isolated = share === null ? Math.floor(quantity / 4) : 0;
    const parts = [
      { location: firstLocation, lot: lot.id, quantity: quantity - isolated },
      { location: held, lot: lot.id, quantity: isolated },
    ].filter((part) => part.quantity > 0);
    const reason = 'Opening stock';
    await moveStock(write, { productId: product.id, type: 'in', reason, change: quantity, parts });
  }
}

async function taxClassIds(trx: Transaction, samples: readonly Sample[]) {
  const found = new Map<string, number | null>();
  for (const name of new Set(samples.map((sample) => taxOfSample(sample)[1])))
    found.set(name, await taxClassNamed(trx, name));
  return found;
}

/** In days. */
function ageOf(index: number): number {
  return 590 - index * 0.12;
}

/** The stock of the list, and what was used of it before: the movements add up to the stock. */
function stockOf(samples: readonly Sample[], index: number): [stock: number, moved: number] {
  const stock = samples[index]?.[6] ?? 0;
  return [stock, index % 3 === 0 ? Math.ceil(stock / 4) + (index % 5) : 0];
}
