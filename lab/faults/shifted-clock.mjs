import { readFileSync } from 'node:fs';

// Loaded before the product: shifts its clock by the milliseconds in a file, which it reads again every 50 ms.
const file = process.env['FAULTS_CLOCK'] ?? '';
const RealDate = Date;
let shift = 0;

function read() {
  try {
    shift = Number(readFileSync(file, 'utf8')) || 0;
  } catch {
    // The file is being written: the next look finds it.
  }
}

const now = () => RealDate.now() + shift;

globalThis.Date = new Proxy(RealDate, {
  apply: () => new RealDate(now()).toString(),
  construct: (real, values, target) =>
    /** @type {Date} */ (Reflect.construct(real, values.length > 0 ? values : [now()], target)),
  get: (real, name) => {
    /** @type {unknown} */
    const value = name === 'now' ? now : Reflect.get(real, name);
    return value;
  },
});
read();
setInterval(read, 50).unref();
