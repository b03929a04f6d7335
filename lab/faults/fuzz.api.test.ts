import { expect, it } from 'vitest';
import { ownServer } from '../../src/app/testing/test-file-server';
import { fuzz } from './fuzz';

const test = ownServer({ SMTP_URL: '' });

it('answers hostile requests with declared refusals, and a refusal changes nothing', async () => {
  await test.admin.post('/demo');
  const { pool } = test.server.database;
  const target = {
    url: test.server.url,
    query: <Row extends object>(text: string, values?: unknown[]) => pool.query<Row>(text, values),
  };
  const result = await fuzz(target, { seed: 12, path: '', requests: 400 });
  expect(result.fault).toBeNull();
  expect(result.statuses.length).toBeGreaterThan(300);
  expect(result.done).toBeGreaterThan(20);
  expect(result.compared).toBeGreaterThan(5);
}, 180_000);
