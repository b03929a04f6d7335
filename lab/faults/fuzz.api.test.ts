import { expect, it } from 'vitest';
import { fileServer } from '../../src/app/test-file-server';
import { describeRequest, fuzz } from './fuzz';

const test = fileServer({ SMTP_URL: '' });

it('answers hostile requests with declared refusals, and a refusal changes nothing', async () => {
  await test.admin.post('/demo');
  const { pool } = test.server.database;
  const result = await fuzz(
    { url: test.server.url, query: (text, values) => pool.query(text, values) },
    { seed: 12, count: 400, tell: () => undefined },
  );
  const told = result.faults.map(({ what, request }) => `${what}: ${describeRequest(request)}`);
  expect(told).toEqual([]);
  expect(result.sent).toBe(400);
  expect(result.done).toBeGreaterThan(20);
  expect(result.compared).toBeGreaterThan(5);
}, 180_000);
