import type { FieldProblem } from '~/kit/shared/verdict';
import type { CheckedRow } from '~/modules/records/imports/rows.rules';
import { listKeys, type Match } from '~/modules/records/imports/server/import-writer.service';
import type { Run } from '~/modules/records/imports/server/imports.service';
import {
  columnOf,
  type ExistingParty,
  findByKeys,
  type FoundParty,
  keyOf,
  matchFieldOf,
  type PartyTable,
  type SoughtField,
  takeIds,
} from './party-imports.queries';

export { type ExistingParty, matchFieldOf, type PartyTable, takeIds };

/**
 * The company of each row: by its code, or by the field that the mapping has chosen
 * (docs/product/customers.md#import-and-export).
 */
export async function partyMatches<Row extends FoundParty>(
  run: Run,
  party: PartyTable,
  by: Exclude<SoughtField, 'company_name'>,
  rows: readonly CheckedRow[],
): Promise<Match<Row>[]> {
  const codeField = party.codes.column;
  const own = await keysBy(run, party, by, rows);
  const byName = new Map<string, Row[]>();
  for (const found of await findBy<Row>(run, party, by, own)) {
    const same = byName.get(found.key);
    if (same) same.push(found);
    else byName.set(found.key, [found]);
  }
  if (by === 'code') {
    return own.map((key) => ({
      keys: key === '' ? [] : [key],
      existing: byName.get(key)?.[0] ?? null,
    }));
  }
  const codes = await keysBy(run, party, 'code', rows);
  const coded = new Map((await findBy(run, party, 'code', codes)).map(({ key, id }) => [key, id]));
  return rows.map(({ values }, at) => {
    const key = own[at] ?? '';
    const code = codes[at] ?? '';
    const several = byName.get(key) ?? [];
    const [existing = null] = several;
    const matched = [...(key === '' ? [] : [`${by} ${key}`]), ...(code === '' ? [] : [code])];
    const problem =
      (several.length > 1 ? severalHave(party, by) : null) ??
      (coded.has(code) && coded.get(code) !== existing?.id
        ? takenCode(party, String(values[codeField]))
        : null);
    return problem ? { keys: matched, existing: null, problem } : { keys: matched, existing };
  });
}

function keysBy(
  { session }: Run,
  party: PartyTable,
  by: SoughtField,
  rows: readonly CheckedRow[],
): Promise<string[]> {
  const name = columnOf(party, by);
  const texts = rows.map(({ values }) => String(values[name] ?? ''));
  return listKeys(session.trx, texts, keyOf(by));
}

async function findBy<Row extends FoundParty>(
  { session, context, dryRun }: Run,
  party: PartyTable,
  by: SoughtField,
  all: readonly string[],
): Promise<Row[]> {
  const sought = all.filter((key) => key !== '');
  if (sought.length === 0) return [];
  const { person } = context;
  return findByKeys(session.trx, party, { by, keys: sought }, { person, isDry: dryRun });
}

export function severalHave(
  { kind, noun, fields }: PartyTable,
  by: 'gstin' | 'email' | 'phone' | 'company_name',
): FieldProblem {
  const { label } = fields[by];
  const message = `Several ${kind} have this ${label}. Match by ${noun} code, or merge them.`;
  return { field: by, message };
}

export function takenCode({ noun, codes }: PartyTable, code: string): FieldProblem {
  return { field: codes.column, message: `The ${noun} code ${code} is already in use` };
}
