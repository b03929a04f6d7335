import { type Case, testRules } from './rule-cases';

const LEADS = 'src/modules/sales/leads';
const ACTIONS = `${LEADS}/server/leads.actions.ts`;
const RULES = `${LEADS}/leads.rules.ts`;
const PAGE = `${LEADS}/screens/LeadsPage.tsx`;
const PRODUCTS = 'src/modules/catalogue/products';

const FLOORS: Case[] = [
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
      [PAGE]: `import type { Lead } from '../leads.fields';\nimport { api } from '~/kit/ui/data/api';\nimport './LeadsPage.module.css';`,
      [`${LEADS}/screens/LeadsPage.module.css`]: '',
      [ACTIONS]: `import { lead } from '../leads.fields';`,
      [`${LEADS}/leads.fields.ts`]: `import { money } from '~/kit/shared/fields/money';`,
      'src/kit/ui/data/api.ts': `import { money } from '../../shared/fields/money';`,
      'src/kit/shared/fields/money.ts': '',
    },
    bad: {
      [PAGE]: `import type {\n  Row,\n} from '../server/leads.actions';\nimport fs from 'node:fs';`,
      [ACTIONS]: `import { api } from '~/kit/ui/data/api';\nimport { useState } from 'react';`,
      'src/kit/ui/data/api.ts': `import 'fastify';`,
      'src/app/screens.tsx': `export const a = import('~/modules/sales/leads/server/leads.actions');`,
    },
    findings: [
      ['src/app/screens.tsx:1', 'screens imports from server'],
      ['src/kit/ui/data/api.ts:1', "a screen imports 'fastify'"],
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
      'src/kit/ui/data/api.ts': 'export const a = fetch(`/${Math.random()}`);',
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

testRules(FLOORS);
