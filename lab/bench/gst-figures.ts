import pg from 'pg';
import { put, ratePerSecond } from './load';
import { clients, fillCatalogue, postOrder, replayOrder } from './order-figures';
import type { Bench } from './product';
import { returnFigures } from './return-figures';
import type { Figure } from './server-figures';
import { median } from './statistics';

const turns = 3;
const turnMs = 2500;

/** What tax by line costs: an order, and a month's returns (issue 14). */
export async function gstFigures(bench: Bench): Promise<Figure[]> {
  await fillCatalogue(bench.pool);
  await describeCompany(bench);
  const figures = [...(await orderFigures(bench)), ...(await returnFigures(bench))];
  await put(bench, '/settings', { tax_mode: 'single' });
  return figures;
}

export async function describeCompany(bench: Bench): Promise<void> {
  await put(bench, '/billing/profile', {
    company_name: 'Deccan Fasteners',
    tax_id: '27AAPFU0939F1ZV',
    billing_address: '2 Ring Road',
    city: 'Pune',
    zip_code: '411002',
  });
  await put(bench, '/settings', { turnover_band: 'up_to_5_crore' });
  const { pool } = bench;
  await pool.query(
    `update customers set gst_category = 'unregistered', state_code = case when id % 2 = 0 then '27' else '29' end`,
  );
  await pool.query(`update products set hsn_code = '731815',
    tax_class_id = (select id from tax_classes where name = 'GST 18%')`);
  await pool.query('vacuum analyze customers, products');
}

/** In turns, so that a busy machine slows all alike. */
async function orderFigures(bench: Bench): Promise<Figure[]> {
  const bare = new pg.Pool({ ...bench.pool.options, max: clients });
  const rates = { single: [] as number[], bare: [] as number[], gst: [] as number[] };
  const load = { clients, turnMs };
  try {
    for (let turn = 0; turn <= turns; turn += 1) {
      await put(bench, '/settings', { tax_mode: 'single' });
      const single = await ratePerSecond((client) => postOrder(bench, client, {}), load);
      const raw = await ratePerSecond((client) => replayOrder(bare, client), load);
      await put(bench, '/settings', { tax_mode: 'gst' });
      const gst = await ratePerSecond((client) => postOrder(bench, client, {}), load);
      if (turn === 0) continue;
      rates.single.push(single);
      rates.bare.push(raw);
      rates.gst.push(gst);
    }
  } finally {
    await bare.end();
  }
  const ratio = median(rates.gst) / median(rates.single);
  const ofBare = median(rates.single) / median(rates.bare);
  return [
    {
      name: 'POST /orders of 5 lines, 16 at once, by one rate, against bare statements',
      value: `${median(rates.single).toFixed(0)} : ${median(rates.bare).toFixed(0)} a second = ${ofBare.toFixed(2)}`,
      mark: 'at least 0.4',
      holds: ofBare >= 0.4,
    },
    {
      name: 'the same by GST, against by one rate',
      value: `${median(rates.gst).toFixed(0)} : ${median(rates.single).toFixed(0)} a second = ${ratio.toFixed(2)}`,
      mark: 'at least 0.85',
      holds: ratio >= 0.85,
    },
  ];
}
