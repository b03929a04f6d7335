import { sql } from 'kysely';
import { type CodeColumn, findByCode } from '~/kit/server/database/codes';
import { lists, type MergeKindName } from '~/modules/organization/kinds/kinds.rules';
import { readable } from '~/modules/organization/workspaces/server/workspace-scope.service';
import { registerUndo, type UndoTable } from '~/modules/records/batches/server/registry.service';
import { registerDuplicates } from '~/modules/records/duplicates/server/duplicates.service';
import {
  detailOf,
  registerSearch,
  type SearchSource,
} from '~/modules/records/records/server/search-sources.service';

interface Party
  extends Pick<UndoTable, 'prepare'>,
    Pick<Parameters<typeof registerDuplicates>[1], 'parts'> {
  kind: MergeKindName;
  codes: CodeColumn;
  search: Pick<SearchSource, 'text' | 'indexed'>;
}

/** How customers and vendors are found, compared and written back: by the same columns, and each by its code. */
export function registerParty({ kind, codes, search, parts, prepare }: Party): void {
  const { type, noun } = lists[kind];
  const code = sql.ref(`t.${codes.column}`);
  const label = sql`t.company_name`;
  registerSearch({
    ...search,
    type,
    kind,
    from: sql.table(kind),
    label,
    detail: detailOf(code, sql`t.contact_person`, sql`t.email`, sql`t.phone`),
    isWhole: (whole) => sql`(name_sound(t.company_name) = name_sound(${whole})
      or folded(t.email) = ${whole} or lower(${code}) = ${whole})`,
    isBeginning: (beginning) => sql`folded(t.company_name) like ${beginning}`,
  });
  registerDuplicates(kind, {
    table: sql.table(kind),
    label,
    detail: sql`concat_ws(' · ', ${code}, t.contact_person, t.email, t.phone, t.gstin,
      case when not t.is_active then 'inactive' end)`,
    values: {
      tax_id: sql`t.gstin`,
      email: sql`t.email`,
      phone: sql`t.phone`,
      name: label,
    },
    ...(parts ? { parts } : {}),
    readableBy: (person) => readable(person, kind),
  });
  registerUndo({
    table: kind,
    noun,
    label,
    ...(prepare ? { prepare } : {}),
    clash: async ({ trx }, image) => {
      const existing = String(image[codes.column]);
      return (await findByCode(trx, codes, existing))
        ? `The ${type} code ${existing} is in use`
        : null;
    },
  });
}
