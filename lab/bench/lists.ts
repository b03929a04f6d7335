import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { to as copyTo } from 'pg-copy-streams';
import { against, atMost, type Figure, median, repeated, timed } from '../figures';
import { readLength } from './calls';
import { type Bench, blockedMs } from './product';

export const leads = {
  name: 'GET /leads, 10,000 leads',
  path: '/leads',
  select: `select l.*, u.first_name, u.last_name, s.stage_name from leads l
    left join users u on u.id = l.assigned_to left join pipeline_stages s on s.id = l.current_stage_id
    order by l.created_at desc, l.id desc`,
};

export const orders: typeof leads = {
  name: 'GET /orders, 20,000 orders',
  path: '/orders',
  select: `select o.*, c.company_name, c.workspace_id, exists (
      select from order_lines l join invoice_lines il on il.order_line_id = l.id
      join invoices i on i.id = il.invoice_id and i.status <> 'cancelled' where l.order_id = o.id) as is_invoiced
    from orders o join customers c on c.id = o.customer_id order by o.created_at desc, o.id desc`,
};

/** The list against PostgreSQL sending the same JSON, in turns, so that a busy machine slows both. */
export async function listFigures(
  bench: Bench,
  { name, path, select }: typeof leads,
): Promise<Figure[]> {
  const measured = await repeated(9, async () => {
    await blockedMs();
    const ours = await timed(async () => {
      if ((await readLength(bench.admin, path)) < 1_000_000)
        throw new Error('The list is too short');
    });
    const blocked = await blockedMs();
    const json = `select row_to_json(r) from (${select}) r`;
    const theirs = await timed(() => copyOut(bench, `copy (${json}) to stdout`));
    return { ours, theirs, blocked };
  });
  const blocked = measured.map((each) => each.blocked);
  const longest = Math.max(...blocked);
  const value = `${longest.toFixed(0)} ms (median ${median(blocked).toFixed(0)})`;
  return [
    against(`${name}, against COPY of row_to_json`, measured, 1.5),
    atMost('longest block of the server’s event loop during this time', longest, 50, { value }),
  ];
}

/** Reads what a COPY statement sends and drops it. */
export async function copyOut({ pool }: Bench, statement: string): Promise<void> {
  const client = await pool.connect();
  const sink = new Writable({ write: (_chunk, _encoding, done) => done() });
  await pipeline(client.query(copyTo(statement)), sink).finally(() => client.release());
}
