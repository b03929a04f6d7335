import { describe, expect, it } from 'vitest';
import { formatFinding } from './house/finding';
import { checkTree } from './house/house';
import { type Case, testRules } from './house/rule-cases';

const LEADS = 'src/modules/sales/leads';
const ACTIONS = `${LEADS}/server/leads.actions.ts`;
const QUERIES = `${LEADS}/server/leads.queries.ts`;
const RULES = `${LEADS}/leads.rules.ts`;
const PAGE = `${LEADS}/screens/LeadsPage.tsx`;
const lines = (count: number): string => 'export {};\n'.repeat(count);

const TEXTS: Case[] = [
  {
    rule: 'SQL lives in queries and kit/server',
    good: {
      [QUERIES]:
        "import { sql } from 'kysely';\nexport const a = sql`select 1`;\ndb.selectFrom('leads');",
      'src/kit/server/database/db.ts': `import { Pool } from 'pg';`,
      [`${LEADS}/server/leads.api.test.ts`]: `import { sql } from 'kysely';\ndb.deleteFrom('leads');`,
      [PAGE]: `export const Hint = () => <p>sql\`x\` and db.selectFrom(leads)</p>;`,
    },
    bad: {
      [ACTIONS]:
        "import type { Kysely } from 'kysely';\nexport const a = sql<number>`select 1`;\ndb\n  .updateTable('leads');",
      'src/app/server.ts': `import pg from 'pg';`,
    },
    findings: [
      ['src/app/server.ts:1', "'pg' imported outside"],
      [`${ACTIONS}:1`, "'kysely' imported outside"],
      [`${ACTIONS}:2`, 'SQL outside'],
      [`${ACTIONS}:4`, 'SQL outside'],
    ],
  },
  {
    rule: 'request and reply stay in the routes',
    good: { [`${LEADS}/server/leads.routes.ts`]: `import type { FastifyRequest } from 'fastify';` },
    bad: { [ACTIONS]: `export function list(request: FastifyRequest): void {}` },
    findings: [[`${ACTIONS}:1`, 'FastifyRequest']],
  },
  {
    rule: 'today is an argument outside the kit',
    good: {
      [ACTIONS]: `export const at = new Date(row.at); // not new Date()`,
      'scripts/bench.mjs': 'Date.now();',
    },
    bad: {
      [ACTIONS]: 'export const a = new Date( );\nexport const b = Date.now;',
      'src/app/server.ts': 'new Date;',
    },
    findings: [
      ['src/app/server.ts:1', 'clock'],
      [`${ACTIONS}:1`, 'clock'],
      [`${ACTIONS}:2`, 'clock'],
    ],
  },
  {
    rule: 'no checker is silenced and no comment makes anything any',
    good: {
      [RULES]: `export const a = 'as any @ts-ignore'; /* takes: any lead */\nconst b: anyone = z.any();`,
    },
    bad: {
      [RULES]: `// @ts-expect-error later\nlet a = 1;`,
      [PAGE]: `const x = <div>{/* eslint-disable-next-line */}</div>;`,
      'scripts/a.mjs': `/** @param {any} x */\n// @ts-nocheck`,
      'src/kit/ui/elements/base.css': `\n/* biome-ignore lint: no */`,
    },
    findings: [
      ['scripts/a.mjs:1', "the type 'any'"],
      ['scripts/a.mjs:2', '(@ts-nocheck)'],
      ['src/kit/ui/elements/base.css:2', '(biome-ignore)'],
      [`${RULES}:1`, '(@ts-expect-error)'],
      [`${PAGE}:1`, '(eslint-disable)'],
    ],
  },
  {
    rule: 'every test runs, and waits for what it needs',
    good: {
      'e2e/a.spec.ts': `test.skipIf(x)('a', f);\ndescribe.runIf(x)('b', f);\nskip('.only(');`,
    },
    bad: {
      'e2e/a.spec.ts': `it.only('a', f);\ntest.describe\n  .skip('b', f);\nit.skip.each([1])('c', f);\npage.waitForTimeout(9);`,
    },
    findings: [
      ['e2e/a.spec.ts:1', '.only('],
      ['e2e/a.spec.ts:3', '.skip('],
      ['e2e/a.spec.ts:4', '.skip.each('],
      ['e2e/a.spec.ts:5', 'fixed time'],
    ],
  },
  {
    rule: 'a file has at most 400 lines',
    good: { [RULES]: lines(400) },
    bad: { [RULES]: lines(401) },
    findings: [[`${RULES}:401`, '401 lines']],
  },
];

testRules(TEXTS);

describe('a report', () => {
  it('gives a finding in one line with what, why and instead', () => {
    const [finding] = checkTree(new Map([['src/app/index.ts', '']]));
    expect(finding && formatFinding(finding)).toMatch(
      /^src\/app\/index\.ts:1 {2}an index file\. Why: .+\. Instead: .+\.$/,
    );
  });
});
