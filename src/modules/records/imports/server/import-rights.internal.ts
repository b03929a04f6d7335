import type { Person } from '~/kit/server/database/context';
import type { Db } from '~/kit/server/database/db';
import type { Transaction } from '~/kit/server/database/transaction';
import { AppError, enforce } from '~/kit/server/errors';
import { onlyReads } from '~/kit/shared/access';
import { findReader } from '~/modules/records/records/server/records.service';
import { mayHereAll } from '~/modules/organization/users/rights.rules';
import { mayWriteIn } from '~/modules/organization/workspaces/server/workspace-scope.service';
import type { ImportKind } from './imports.service';

interface Importer {
  person: Person;
  kind: Pick<ImportKind, 'subject'>;
}

/**
 * The person of an import as the rights are now, in the workspace that was chosen when it was sent; 403 where they no
 * longer let the person import (docs/product/imports.md#jobs).
 */
export async function importerNow(db: Db, { person, kind }: Importer): Promise<Person> {
  const found = await findReader(db, person.id);
  if (!found) throw withdrawn('Your account is no longer active. Nothing was changed.');
  const { current_workspace } = person;
  const isChosen = found.current_workspace === current_workspace;
  const { workspace_role } = isChosen ? found : person;
  const now = { ...person, ...rightsIn(found), workspace_role };
  enforce(mayHereAll(now, [`${kind.subject}.create`, `${kind.subject}.update`]));
  const isOutside = current_workspace !== null && !found.workspaces.includes(current_workspace);
  if (isOutside && found.role !== 'admin') {
    throw withdrawn('You are no longer a member of this workspace. Nothing was changed.');
  }
  return now;
}

/** 403 where the rights are no longer those that `person` has, or the workspace is one where the person only reads. */
export async function enforceSameRights(
  trx: Transaction,
  db: Db,
  { person, kind, now }: Importer & { now: Date },
): Promise<void> {
  const found = await importerNow(db, { person, kind });
  if (JSON.stringify(rightsIn(found)) !== JSON.stringify(rightsIn(person))) {
    throw withdrawn(
      'Your rights have changed during this import. Nothing was changed. Please import the file again.',
    );
  }
  const write = { trx, context: { person, now } };
  if (!(await mayWriteIn(write, person.current_workspace))) enforce(onlyReads);
}

function rightsIn({ role, rights, workspaces, workspace_isolation }: Person) {
  return { role, rights, workspaces, workspace_isolation };
}

function withdrawn(message: string): AppError {
  return new AppError('auth.right_missing', message);
}
