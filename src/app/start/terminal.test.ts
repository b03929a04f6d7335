import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { lineForPeople, logForPeople, startTexts } from './terminal';

it.each([
  ['{"level":30,"msg":"request completed"}', null],
  ['{"level":40,"msg":"database: connection lost"}', '  Warning: database: connection lost'],
  [
    '{"level":50,"msg":"a job failed","err":{"message":"no disk"}}',
    '  Error: a job failed: no disk',
  ],
  ['{"level":50,"msg":"no disk","err":{"message":"no disk"}}', '  Error: no disk'],
  ['{"level":50,"err":{"message":"no disk"}}', '  Error: no disk'],
  ['not JSON', 'not JSON'],
])('a person reads %s as %j', (json, line) => {
  expect(lineForPeople(json)).toBe(line);
});

it('a terminal gets no JSON, and each line once', () => {
  const terminal = new PassThrough();
  const log = logForPeople(terminal);
  log.write('{"level":30,"msg":"usual"}\n{"level":40,"msg":"full"}\n');
  log.write('{"level":30,"msg":"usual"}\n');
  expect(String(terminal.read())).toBe('  Warning: full\n');
  expect(terminal.read()).toBeNull();
});

it('shows address, first password and data in a frame at the first start', () => {
  const secret = '  Sign in as: admin\n  Password:   abcd-efgh  (shown only this once)';
  const lines = startTexts({ url: 'http://127.0.0.1:3000', dataDir: '/srv/crm', secret });
  expect(lines).toHaveLength(6);
  expect(new Set(lines.map(({ length }) => length)).size).toBe(1);
  expect(lines.join('\n')).toContain('│ Password:   abcd-efgh');
});

it('shows one line at a later start', () => {
  expect(startTexts({ url: 'http://127.0.0.1:3000', dataDir: '/srv/crm', secret: null })).toEqual([
    '  Manufacturing CRM is ready: http://127.0.0.1:3000  (Ctrl+C stops it)',
  ]);
});
