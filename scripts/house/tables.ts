import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Located, Problem } from './finding';
import { MODULES, type FileLocation } from './locations';
import type { Source } from './source';

/** Which tables each module, or the kit, owns: it alone writes them, and those below it do not read them. */
export const TABLES: Readonly<Record<string, readonly string[]>> = {
  kit: [
    'activity',
    'audit_anchor',
    'audit_chain',
    'audit_log',
    'audit_people',
    'audit_queue',
    'audit_values',
    'changes',
    'changes_kept',
    'idempotency_keys',
    'installation',
    'mails',
    'migrations',
  ],
  ...tablesOfModules(),
};

/** What each module's record in `server/NOUN.module.ts` names. */
function tablesOfModules(): Record<string, string[]> {
  const modules = join(import.meta.dirname, '../../src/modules');
  const records = readdirSync(modules, { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.module.ts'),
  );
  return Object.fromEntries(
    records.map((path): [string, string[]] => {
      const text = readFileSync(join(modules, path), 'utf8');
      const named = /\btables: \[([^\]]*)\]/.exec(text)?.[1] ?? '';
      const [, module = ''] = path.split('/');
      return [module, [...named.matchAll(/'(\w+)'/g)].map(([, table = '']) => table)];
    }),
  );
}

/** Removes a person's name from every table that holds it (docs/decisions/0022). */
const WRITES_EVERYWHERE = 'privacy';

const OWNERS = new Map(
  Object.entries(TABLES).flatMap(([owner, tables]) => tables.map((table) => [table, owner])),
);

const NAME = String.raw`"?[a-z_]+"?(?:\s+(?:as\s+)?(?!(?:from|into|join|on|set|update|using|where)\b)[a-z_]+)?`;
const USE = new RegExp(
  String.raw`\b(insert\s+into|merge\s+into|delete\s+from|truncate(?:\s+table)?|update|from|join|using|table)\s+` +
    String.raw`(?:only\s+|lateral\s+)?(${NAME}(?:\s*,\s*${NAME})*)`,
  'gi',
);
const CREATE = /\bcreate\s+table\s+(?:if\s+not\s+exists\s+)?([a-z_]+)/gi;
const WRITE = /^(?:insert|merge|delete|truncate|update)/i;

interface Use {
  table: string;
  writes: boolean;
}

/** What is wrong with the tables that a file's SQL reads and writes; the SQL of migrations does not count. */
export function tableProblems(location: FileLocation, { texts }: Pick<Source, 'texts'>): Located[] {
  const user = location.layer === 'kit' ? 'kit' : location.module;
  if (user === null || location.isTest) return [];
  return texts.flatMap(({ offset, text }) =>
    usesIn(text).flatMap(({ at, ...use }) => {
      const problem = useProblem(user, use);
      return problem ? [{ offset: offset + at, problem }] : [];
    }),
  );
}

/** A text that is only a table's name counts as reading it: lists name their tables like that. */
function usesIn(text: string): (Use & { at: number })[] {
  if (OWNERS.has(text)) return [{ table: text, writes: false, at: 0 }];
  const sql = text.replace(/--.*|'[^']*'/g, (hidden) => ' '.repeat(hidden.length));
  return [...sql.matchAll(USE)].flatMap((match) => {
    const [, verb = '', names = ''] = match;
    const tables = names.split(',').map((name) => /[a-z_]+/i.exec(name)?.[0].toLowerCase() ?? '');
    return tables
      .filter((table) => OWNERS.has(table))
      .map((table) => ({ table, writes: WRITE.test(verb), at: match.index }));
  });
}

function useProblem(user: string, { table, writes }: Use): Problem | null {
  const owner = OWNERS.get(table);
  if (owner === undefined || owner === user) return null;
  if (heightOf(owner) > heightOf(user)) {
    return {
      wrong: `${user} ${writes ? 'writes' : 'reads'} the table '${table}' of ${owner}, which is stacked above it`,
      why: 'the stacking order holds for tables as for imports, or no module can change its own without asking those below',
      instead: `declare an extension point that ${owner} provides (docs/decisions/0020), or move the statement to ${owner}`,
    };
  }
  if (!writes || user === WRITES_EVERYWHERE) return null;
  return {
    wrong: `${user} writes the table '${table}', which ${owner} owns`,
    why: 'only the owner knows the rules of its rows, and who is to hear of a change',
    instead:
      owner === 'kit'
        ? 'call a function of kit/server that does it'
        : `call a function of a *.service.ts of ${owner}`,
  };
}

function heightOf(owner: string): number {
  return owner === 'kit' ? -1 : MODULES.indexOf(owner);
}

export function ownerlessTables(migration: string): Located[] {
  return [...migration.matchAll(CREATE)]
    .filter(([, table = '']) => !OWNERS.has(table))
    .map((match) => ({
      offset: match.index,
      problem: {
        wrong: `the table '${match[1]}' has no owner`,
        why: 'who may read and write a table follows from whose it is',
        instead: 'name it as one of `tables` in the record of its module, `server/NOUN.module.ts`',
      },
    }));
}
