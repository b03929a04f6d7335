import { expect, test } from 'vitest';
import { keyPatchSchema, newKeySchema } from './api-keys.fields';

test.each([
  [{ name: 'ERP', role_id: 2 }, true],
  [{ name: 'ERP', role_id: 2, networks: null, workspace_id: null }, true],
  [{ name: 'ERP', role_id: 2, expires_at: '2027-01-01T00:00:00+05:30' }, true],
  [{ name: 'ERP' }, false],
  [{ role_id: 2 }, false],
  [{ name: 'ERP', role_id: 2, expires_at: '2027-01-01' }, false],
  [{ name: 'ERP', role_id: 2, networks: Array<string>(21).fill('10.0.0.1') }, false],
  [{ name: 'ERP', role_id: 2, calls_per_minute: 6001 }, false],
  [{ name: 'ERP', role_id: 2, token: 'x' }, false],
])('a new key %j is read: %s', (body, isRead) => {
  expect(newKeySchema.safeParse(body).success).toBe(isRead);
});

test('a change names only what changes', () => {
  expect(keyPatchSchema.parse({ may_subscribe: true })).toEqual({ may_subscribe: true });
});
