import { describe, expect, it } from 'vitest';
import { formatFinding } from './finding';
import { checkTree } from './house';

/** A rule with a tree that keeps it and one that breaks it; trees are paths with their text. */
interface Case {
  rule: string;
  good: Record<string, string>;
  bad: Record<string, string>;
  findings: [string, string][];
}

function testRules(cases: readonly Case[]): void {
  describe.each(cases)('$rule', (example) => {
    it('accepts the good tree', () => {
      expect(checkTree(new Map(Object.entries(example.good)))).toEqual([]);
    });
    it('names each fault of the bad tree', () => {
      const findings = checkTree(new Map(Object.entries(example.bad)));
      const locations = findings.map(({ file, line }) => `${file}:${line}`);
      expect(locations).toEqual(example.findings.map(([location]) => location));
      for (const [index, [, message]] of example.findings.entries()) {
        expect(findings[index]?.wrong).toContain(message);
      }
    });
  });
}

const LEADS = 'src/modules/sales/leads';
const ACTIONS = `${LEADS}/server/leads.actions.ts`;
const QUERIES = `${LEADS}/server/leads.queries.ts`;
const RULES = `${LEADS}/leads.rules.ts`;
const PAGE = `${LEADS}/screens/LeadsPage.tsx`;
const PRODUCTS = 'src/modules/catalogue/products';
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
      'src/kit/ui/theme/base.css': `\n/* biome-ignore lint: no */`,
    },
    findings: [
      ['scripts/a.mjs:1', "the type 'any'"],
      ['scripts/a.mjs:2', '(@ts-nocheck)'],
      ['src/kit/ui/theme/base.css:2', '(biome-ignore)'],
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

const LAYERS: Case[] = [
  {
    rule: 'imports go down, app to modules to kit',
    good: {
      'src/app/server.ts': `import { routes } from '~/modules/sales/leads/server/leads.routes';\nimport { db } from '../kit/server/database/db';`,
      [`${LEADS}/server/leads.routes.ts`]: `import { db } from '~/kit/server/database/db';`,
      'src/kit/server/database/db.ts': '',
    },
    bad: {
      'src/app/server.ts': '',
      'src/kit/server/database/db.ts': `\nimport { canEdit } from '~/modules/sales/leads/leads.rules';`,
      [RULES]: '',
      [ACTIONS]: `import '~/app/server';\nimport { seed } from '../../../../../scripts/seed';`,
      'scripts/seed.ts': '',
    },
    findings: [
      ['src/kit/server/database/db.ts:2', 'kit imports from modules'],
      [`${ACTIONS}:1`, 'modules imports from app'],
      [`${ACTIONS}:2`, 'not product code'],
    ],
  },
  {
    rule: 'server and screens never meet, not even for types',
    good: {
      [PAGE]: `import type { Lead } from '../leads.fields';\nimport { api } from '~/kit/ui/calls/api';\nimport './LeadsPage.module.css';`,
      [`${LEADS}/screens/LeadsPage.module.css`]: '',
      [ACTIONS]: `import { lead } from '../leads.fields';`,
      [`${LEADS}/leads.fields.ts`]: `import { money } from '~/kit/shared/fields/money';`,
      'src/kit/ui/calls/api.ts': `import { money } from '../../shared/fields/money';`,
      'src/kit/shared/fields/money.ts': '',
    },
    bad: {
      [PAGE]: `import type {\n  Row,\n} from '../server/leads.actions';\nimport fs from 'node:fs';`,
      [ACTIONS]: `import { api } from '~/kit/ui/calls/api';\nimport { useState } from 'react';`,
      'src/kit/ui/calls/api.ts': `import 'fastify';`,
      'src/app/screens.tsx': `export const a = import('~/modules/sales/leads/server/leads.actions');`,
    },
    findings: [
      ['src/app/screens.tsx:1', 'screens imports from server'],
      ['src/kit/ui/calls/api.ts:1', "a screen imports 'fastify'"],
      [`${PAGE}:3`, 'screens imports from server'],
      [`${PAGE}:4`, "a screen imports 'node:fs'"],
      [`${ACTIONS}:1`, 'server imports from screens'],
      [`${ACTIONS}:2`, "the server imports 'react'"],
    ],
  },
  {
    rule: 'root files and kit/shared are pure',
    good: {
      [RULES]: `import { z } from 'zod';\nimport { days } from '~/kit/shared/fields/days';\nexport const at = (day: string) => new Date(\`\${day}T00:00Z\`);`,
      'src/kit/shared/fields/days.ts': '',
      [`${LEADS}/leads.rules.test.ts`]: `import { it } from 'vitest';\nimport fc from 'fast-check';\nconst now = Date.now();`,
      'src/kit/ui/calls/api.ts': 'export const a = fetch(`/${Math.random()}`);',
      'src/kit/server/clock.ts': 'export const now = () => new Date();',
    },
    bad: {
      [RULES]: `import { readFileSync } from 'node:fs';\nimport React from 'react';\nexport { db } from '~/kit/server/database/db';\nimport path from 'path';`,
      'src/kit/server/database/db.ts': '',
      'src/kit/shared/fields/days.ts': [
        'export const a = new Date();',
        'export const b = [...Date.now().toString()];',
        'export const c = Math.random();',
        "await fetch('https://example.com');",
        'window.location.reload();',
        'document.title;',
        'process.env.HOME;',
      ].join('\n'),
    },
    findings: [
      ['src/kit/shared/fields/days.ts:1', 'clock is read'],
      ['src/kit/shared/fields/days.ts:2', 'clock is read'],
      ['src/kit/shared/fields/days.ts:3', 'chance'],
      ['src/kit/shared/fields/days.ts:4', '(fetch()'],
      ['src/kit/shared/fields/days.ts:5', '(window.)'],
      ['src/kit/shared/fields/days.ts:6', '(document.)'],
      ['src/kit/shared/fields/days.ts:7', '(process.)'],
      [`${RULES}:1`, "a pure file imports 'node:fs'"],
      [`${RULES}:2`, "a pure file imports 'react'"],
      [`${RULES}:3`, 'a file of both sides imports src/kit/server/database/db.ts'],
      [`${RULES}:4`, "a pure file imports 'path'"],
    ],
  },
  {
    rule: 'from another module only root files, services and screen parts',
    good: {
      [RULES]: `import { price } from '~/modules/catalogue/products/products.rules';`,
      [ACTIONS]: `import { getProduct } from '~/modules/catalogue/products/server/products.service';`,
      [PAGE]: `import { ProductPicker } from '../../../catalogue/products/screens/ProductPicker';\nimport '../../../catalogue/products/screens/useProductChoice';`,
      [`${PRODUCTS}/screens/useProductChoice.ts`]: '',
      [`${LEADS}/server/leads.builders.ts`]: `import { aProduct } from '~/modules/catalogue/products/server/products.builders';`,
      [`${LEADS}/server/leads.api.test.ts`]: `import '~/app/server';\nimport '~/modules/sales/orders/server/orders.builders';`,
      'src/app/server.ts': '',
      'src/modules/sales/orders/server/orders.builders.ts': '',
      [`${PRODUCTS}/products.rules.ts`]: '',
      [`${PRODUCTS}/server/products.service.ts`]: '',
      [`${PRODUCTS}/server/products.builders.ts`]: '',
      [`${PRODUCTS}/screens/ProductPicker.tsx`]: '',
      [`${PRODUCTS}/screens/products.client.ts`]: '',
    },
    bad: {
      [ACTIONS]: `import { findProduct } from '~/modules/catalogue/products/server/products.queries';\nimport { aLead } from './leads.builders';`,
      [`${LEADS}/server/leads.builders.ts`]: '',
      [`${LEADS}/server/leads.jobs.ts`]: `import '~/modules/catalogue/products/server/products.jobs';`,
      [`${LEADS}/server/leads.api.test.ts`]: `import '~/modules/catalogue/products/server/products.queries';`,
      [`${PRODUCTS}/server/products.queries.ts`]: '',
      [`${PRODUCTS}/server/products.jobs.ts`]: '',
    },
    findings: [
      [`${ACTIONS}:1`, 'keeps to itself'],
      [`${ACTIONS}:2`, 'uses the builders'],
      [`${LEADS}/server/leads.api.test.ts:1`, 'keeps to itself'],
      [`${LEADS}/server/leads.jobs.ts:1`, 'keeps to itself'],
    ],
  },
  {
    rule: 'actions and internals are for their own module',
    good: {
      'src/modules/organization/users/administration/server/users.actions.ts': `import { closeSessions } from '../../sessions/server/sessions.actions';`,
      'src/modules/organization/users/sessions/server/sessions.actions.ts': '',
      'src/app/wire.api.test.ts': `import '~/modules/organization/users/sessions/server/sessions.actions';`,
    },
    bad: {
      'src/app/modules.ts': `import '~/modules/catalogue/products/server/stock.actions';`,
      [ACTIONS]: `import { stepBack } from '~/modules/catalogue/products/server/stock.actions';`,
      [`${LEADS}/server/leads.api.test.ts`]: `import '~/modules/catalogue/products/server/stock.actions';`,
      [`${PRODUCTS}/server/stock.actions.ts`]: '',
    },
    findings: [
      ['src/app/modules.ts:1', 'private to products'],
      [`${ACTIONS}:1`, 'private to products'],
      [`${LEADS}/server/leads.api.test.ts:1`, 'private to products'],
    ],
  },
  {
    rule: 'a module imports only from those stacked below it',
    good: {
      'src/modules/sales/orders/orders.rules.ts': `import '../leads/leads.rules';`,
      [RULES]: '',
    },
    bad: {
      'src/modules/sales/orders/orders.rules.ts': '',
      [RULES]: `import '../orders/orders.rules';`,
    },
    findings: [[`${RULES}:1`, 'leads imports from orders']],
  },
  {
    rule: 'no file only passes others on',
    good: {
      'src/kit/shared/fields/days.ts': `export * from './fields';\nexport const a = 1;`,
      'src/kit/shared/fields/fields.ts': '',
    },
    bad: {
      'src/kit/shared/fields/days.ts': `// all\nexport * from './fields';\nexport type { A } from './fields';`,
      'src/kit/shared/fields/fields.ts': '',
    },
    findings: [['src/kit/shared/fields/days.ts:1', 'nothing but re-exports']],
  },
];

testRules([...TEXTS, ...LAYERS]);

describe('a report', () => {
  it('gives a finding in one line with what, why and instead', () => {
    const [finding] = checkTree(new Map([['src/app/index.ts', '']]));
    expect(finding && formatFinding(finding)).toMatch(
      /^src\/app\/index\.ts:1 {2}an index file\. Why: .+\. Instead: .+\.$/,
    );
  });
});
