import { describe, expect, it } from 'vitest';
import { checkTree } from './house';

const FILES = [
  'src/kit/shared/verdict.ts',
  'src/kit/shared/money/money.ts',
  'src/kit/shared/time/days.ts',
  'src/kit/server/errors.ts',
  'src/kit/server/database/db.ts',
  'src/kit/server/database/prepared.ts',
  'src/kit/server/live/live.ts',
  'src/kit/server/testing/test-database.ts',
  'src/kit/ui/elements/Badge.tsx',
  'src/kit/ui/grid/DataTable.tsx',
  'src/kit/ui/grid/DataTableRow.tsx',
  'src/kit/ui/board/RecordBoard.tsx',
  'src/modules/sales/leads/server/stages.service.ts',
];

/** What is wrong with one file that imports others; all of them are there. */
function problemsOf(path: string, ...imports: string[]): string[] {
  const text = imports.map((each) => `import '~/${each}';`).join('\n');
  const others = FILES.map((file): [string, string] => [file, '']);
  const findings = checkTree(new Map([...others, [path, text]]));
  return findings.filter(({ file }) => file === path).map(({ wrong }) => wrong);
}

const LEADS = 'src/modules/sales/leads/screens/LeadTable.tsx';
const BOARD = 'src/kit/ui/board/RecordBoardCard.tsx';

describe('the folders of the kit', () => {
  it.each([
    ['the folder below', BOARD, 'kit/ui/elements/Badge'],
    ['a public file of the folder below', BOARD, 'kit/ui/grid/DataTable'],
    ['its own folder', BOARD, 'kit/ui/board/RecordBoard'],
    ['an inner file of the same folder', 'src/kit/ui/grid/Cell.tsx', 'kit/ui/grid/DataTableRow'],
    ['an open file', 'src/kit/server/database/db.ts', 'kit/server/errors'],
    ['every folder of the side below', 'src/kit/ui/hooks/useDay.ts', 'kit/shared/time/days'],
    ['a public file from a module', LEADS, 'kit/ui/grid/DataTable'],
    ['what is for tests, from a test', 'src/app/a.api.test.ts', 'kit/server/testing/test-database'],
    [
      'what is for tests, from builders',
      'src/modules/sales/leads/server/leads.builders.ts',
      'kit/server/testing/test-database',
    ],
    ['a folder above, from a test', 'src/kit/server/database/a.test.ts', 'kit/server/live/live'],
  ])('%s may be imported', (_name, path, specifier) =>
    expect(problemsOf(path, specifier)).toEqual([]),
  );

  it.each([
    [
      'the folder above',
      'src/kit/ui/grid/Cell.tsx',
      'kit/ui/board/RecordBoard',
      'grid imports from board (src/kit/ui/board/RecordBoard.tsx), which is stacked above it',
    ],
    [
      'the folder above, for types alone just the same',
      'src/kit/server/database/write.ts',
      'kit/server/live/live',
      'database imports from live (src/kit/server/live/live.ts), which is stacked above it',
    ],
    [
      'a folder, from an open file',
      'src/kit/shared/verdict.ts',
      'kit/shared/money/money',
      'an open file imports from money (src/kit/shared/money/money.ts), which is stacked above it',
    ],
    [
      'the inside of the folder below',
      BOARD,
      'kit/ui/grid/DataTableRow',
      'src/kit/ui/grid/DataTableRow.tsx is not a public file of its folder',
    ],
    [
      'the inside of a folder, from a module',
      LEADS,
      'kit/ui/grid/DataTableRow',
      'src/kit/ui/grid/DataTableRow.tsx is not a public file of its folder',
    ],
    [
      'the inside of a folder, from the app',
      'src/app/start.ts',
      'kit/server/database/prepared',
      'src/kit/server/database/prepared.ts is not a public file of its folder',
    ],
    [
      'what is for tests',
      'src/app/start.ts',
      'kit/server/testing/test-database',
      'src/app/start.ts imports src/kit/server/testing/test-database.ts, which is for tests',
    ],
  ])('%s may not', (_name, path, specifier, wrong) =>
    expect(problemsOf(path, specifier)).toEqual([wrong]),
  );
});

describe('a service', () => {
  const service = 'src/modules/sales/leads/server/stages.service.ts';
  const messageFor = (importer: string) =>
    checkTree(
      new Map([
        [service, ''],
        [importer, `import '~/modules/sales/leads/server/stages.service';`],
      ]),
    )
      .filter(({ file }) => file === service)
      .map(({ wrong, instead }) => `${wrong}; ${instead}`);

  it.each(['src/app/modules.ts', 'src/modules/sales/orders/server/orders.actions.ts'])(
    'that %s imports is one',
    (importer) => expect(messageFor(importer)).toEqual([]),
  );

  it.each([
    'src/modules/sales/leads/server/leads.routes.ts',
    'src/modules/sales/orders/server/orders.api.test.ts',
    'src/modules/sales/orders/server/orders.builders.ts',
  ])('that only %s imports is none', (importer) =>
    expect(messageFor(importer)).toEqual([
      'no other module than leads imports this service; rename it to stages.actions.ts or to .internal.ts, which are private to the module',
    ]),
  );
});
