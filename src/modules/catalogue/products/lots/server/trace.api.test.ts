import { describe, expect, it } from 'vitest';
import { ownServer } from '~/app/testing/test-file-server';
import { makeRecord } from '~/kit/server/testing/test-calls';
import type { Trace } from '../trace.fields';
import { makeLot } from './lots.builders';

const test = ownServer();

const lotOf = (values: object = {}) => makeLot(test.admin, values);

describe('a lot that nothing left with', () => {
  it('leads nowhere, and says what is in stock', async () => {
    const { id } = await lotOf();
    const { data } = (await test.admin.get<Trace>(`/lots/${id}/trace`)).body;
    expect(data).toEqual({
      lot: expect.objectContaining({ id, lot_number: 'H-7', quantity: 6 }),
      back: [],
      forward: [],
      vendors: [],
      customers: [],
      is_partial: false,
    });
    const csv = await test.admin.get(`/lots/${id}/trace?format=csv`);
    expect(csv.headers.get('content-disposition')).toContain('recall-H-7.csv');
    expect(csv.content.toString()).toContain('In stock,,,,,Main,Proximity Sensor M12,H-7,6,');
    const pdf = await test.admin.get(`/lots/${id}/trace?format=pdf`);
    expect(pdf.content.toString('latin1', 0, 5)).toBe('%PDF-');
  });

  it('is refused with a wrong direction, and not found where it does not exist', async () => {
    const { id } = await lotOf();
    expect((await test.admin.get(`/lots/${id}/trace?direction=up`)).status).toBe(400);
    expect((await test.admin.get('/lots/999999/trace')).status).toBe(404);
  });
});

describe('labels', () => {
  const labels = (query: string) => test.admin.get(`/lots/labels?${query}`);

  it('are a PDF file of at most 500', async () => {
    const { id } = await lotOf({ expires_on: '2099-01-31' });
    const pdf = await labels(`ids=${id}&copies=500`);
    expect(pdf.status).toBe(200);
    expect(pdf.headers.get('content-type')).toBe('application/pdf');
    expect(pdf.content.toString('latin1', 0, 5)).toBe('%PDF-');
    expect((await labels(`ids=${id}&copies=501`)).status).toBe(400);
    expect((await labels(`ids=${id},${(await lotOf()).id}&copies=251`)).status).toBe(400);
    expect((await labels(`ids=${id},999999`)).status).toBe(400);
    for (const query of ['', 'ids=', 'ids=a', `ids=${id}&copies=0`, `ids=${id}&copies=1.5`])
      expect((await labels(query)).status, query).toBe(400);
  }, 30_000);
});

describe('what a company uses of stock', () => {
  const inUse = async () =>
    (await test.admin.get<{ in_use: string[] }>('/settings')).body.data.in_use;

  it('is what it has', async () => {
    expect(await inUse()).toContain('lots');
    expect(await inUse()).not.toContain('locations');
    const { id } = await makeRecord<{ id: number }>(test.admin, '/locations', { name: 'Yard' });
    expect(await inUse()).toContain('locations');
    await test.admin.delete(`/locations/${id}`);
    expect(await inUse()).not.toContain('locations');
  });
});
