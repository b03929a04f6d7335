import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { lineForPeople, logForPeople, wordsAtStart } from './terminal';

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

it('says where the data lies and how to stop', () => {
  expect(wordsAtStart({ dataDir: '/srv/crm', isFirst: true })).toEqual([
    '  Data:       /srv/crm',
    '  Stop:       Ctrl+C',
  ]);
});
