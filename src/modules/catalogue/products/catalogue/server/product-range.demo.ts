type Maker = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

export type Sample = readonly [
  name: string,
  sku: string,
  subcategory: number | null,
  maker: Maker | null,
  price: number,
  cost: number,
  stock: number,
  level: number,
  unit: string,
];

type Family = readonly [
  name: string,
  sku: string,
  subcategory: number | null,
  maker: Maker | null,
  price: number,
  stock: number,
  unit: string,
  sizes: readonly string[],
];

const metric = ['M4', 'M5', 'M6', 'M10', 'M12', 'M14', 'M16', 'M20', 'M22', 'M24'];
const diameters = ['10', '12', '16', '25', '30', '40', '50', '63', '75', '90'];
const bores = ['15', '20', '25', '32', '40', '50', '65', '80', '100', '125'];
const ranges = ['5', '10', '15', '25', '50', '75', '100', '150', '200', '300'];
const sizes = ['6', '7', '8', '9', '10', '11', '12'];

// All names are invented.
const families: readonly Family[] = [
  ['Socket Screw {} x 30', 'FAS-SS', null, 8, 4, 6000, 'each', metric],
  ['Plain Washer {}', 'FAS-PW', null, 8, 0.8, 14_000, 'each', metric],
  ['Spring Washer {}', 'FAS-SW', null, 8, 1.1, 9000, 'each', metric],
  ['Threaded Rod {}, 1 m', 'FAS-TR', null, 8, 42, 700, 'each', metric],
  ['Proximity Sensor, {} mm range', 'SEN-PXR', 1, 1, 880, 90, 'each', ranges],
  ['Pressure Gauge 0–{} bar', 'SEN-PG', 1, 2, 610, 60, 'each', ranges],
  ['Flow Sensor DN{}', 'SEN-FL', 1, 1, 5200, 26, 'each', bores],
  ['Contactor {} A', 'PRO-CT', 2, 2, 720, 70, 'each', ranges],
  ['Circuit Breaker {} A', 'PRO-CB', 2, 2, 540, 110, 'each', ranges],
  ['Power Supply 24 V, {} W', 'PRO-PS', 2, 2, 1150, 48, 'each', ranges],
  ['Ball Valve DN{}', 'MAC-BV', 3, 7, 640, 80, 'each', bores],
  ['Pneumatic Cylinder {} x 200', 'MAC-PCL', 3, 7, 1650, 44, 'each', diameters],
  ['Flange Coupling {} mm', 'MAC-FC', 3, 7, 480, 66, 'each', diameters],
  ['Deep Groove Bearing {} mm', 'MAC-DG', 3, 7, 190, 240, 'each', diameters],
  ['End Mill {} mm, carbide', 'TOO-EM', 4, 3, 760, 52, 'each', diameters],
  ['Reamer {} mm, HSS', 'TOO-RE', 4, 3, 690, 34, 'each', diameters],
  ['Tap {}, HSS', 'TOO-TP', 4, 3, 210, 130, 'each', metric],
  ['Safety Shoes, size {}', 'SAF-SH', 5, 4, 1380, 55, 'each', sizes],
  ['Rubber Gloves, size {}', 'SAF-GR', 6, 4, 140, 260, 'each', sizes],
  ['Mild Steel Round {} mm', 'RAW-MSR', 7, 5, 64, 2400, 'kg', diameters],
  ['Aluminium Rod {} mm', 'RAW-ALR', 7, 5, 310, 420, 'kg', diameters],
  ['Brass Hex Bar {} mm', 'RAW-BRH', 7, 5, 640, 260, 'kg', diameters],
  ['Nylon Rod {} mm', 'RAW-NYR', 8, 6, 240, 150, 'meter', diameters],
  ['HDPE Pipe DN{}', 'RAW-HDP', 8, 6, 88, 900, 'meter', bores],
  ['Acetal Rod {} mm', 'RAW-POM', 8, 6, 380, 120, 'meter', diameters],
];

const share = 0.68;

/** The sizes of each family, up to so many products; some are out of stock, and some low. */
export function productRange(most: number): Sample[] {
  return families
    .flatMap(([name, sku, subcategory, maker, price, stock, unit, own]) =>
      own.map((size, position) => {
        const unitPrice = Math.round(price * (1 + position * 0.24) * 100) / 100;
        const level = Math.ceil(stock / 4);
        return [
          name.replace('{}', size),
          `${sku}${size.replaceAll(/\W/g, '')}`,
          subcategory,
          maker,
          unitPrice,
          Math.round(unitPrice * share * 100) / 100,
          stockOf(stock, level, position + sku.length * 3 + price),
          level,
          unit,
        ] as const;
      }),
    )
    .slice(0, most);
}

function stockOf(stock: number, level: number, mark: number): number {
  if (Math.round(mark) % 23 === 7) return 0;
  return Math.round(mark) % 9 === 4 ? Math.max(13, level - 2) : stock;
}
