import type { Person, Write } from '~/kit/server/database/context';
import type { FieldProblem } from '~/kit/shared/verdict';
import type { Lead } from '../leads.fields';
import { type Assignee, holdStages, listAssignees } from './lead-imports.queries';

type Links = Pick<Lead, 'current_stage_id' | 'assigned_to'>;

/** Finds stages and people by what a file calls them. */
export interface LeadLookup {
  /** The stage of a new lead. */
  first: number | null;
  /** The ids of the stage and the person in a row; absent where its cells are empty. */
  links: (
    sent: { stage: unknown; assigned_to: unknown },
    before: Links | null,
  ) => Partial<Links> | FieldProblem;
}

/**
 * Reads stages and people once for a file; no stage is switched off before the transaction ends. Only administrators read
 * usernames and email addresses, so for others no file tells which of them exist.
 */
export async function leadLookup({
  trx,
  context: { person: asker },
}: Pick<Write, 'trx'> & { context: { person: Pick<Person, 'role'> } }): Promise<LeadLookup> {
  const stages = await holdStages(trx);
  const stageOf = named(stages, ({ stage_name }) => [stage_name]);
  const isAdmin = asker.role === 'admin';
  const personOf = named(await listAssignees(trx), isAdmin ? namesOf : shownNames);
  const stageProblem = (word: string, before: Links | null) => {
    const stage = stageOf(word);
    if (!stage || stage === 'several') return `No stage has the name "${word}"`;
    if (stage.is_active || stage.id === before?.current_stage_id) return stage.id;
    return `The stage ${stage.stage_name} is inactive. Choose another one.`;
  };
  const personProblem = (word: string, before: Links | null) => {
    const person = personOf(word);
    if (person === 'several') {
      const other = isAdmin
        ? 'Enter the username or email.'
        : `Add the number, such as "${word} #12".`;
      return `More than one user is called "${word}". ${other}`;
    }
    if (!person) return `No user has the name "${word}"`;
    if (person.is_active || person.id === before?.assigned_to) return person.id;
    return 'The assignee must be an active user';
  };
  return {
    first: stages.find(({ is_active }) => is_active)?.id ?? null,
    links: ({ stage, assigned_to }, before) => {
      const links: Partial<Links> = {};
      if (typeof stage === 'string') {
        const found = stageProblem(stage, before);
        if (typeof found === 'string') return { field: 'stage', message: found };
        links.current_stage_id = found;
      }
      if (typeof assigned_to === 'string') {
        const found = personProblem(assigned_to, before);
        if (typeof found === 'string') return { field: 'assigned_to', message: found };
        links.assigned_to = found;
      } else if (assigned_to === null) links.assigned_to = null;
      return links;
    },
  };
}

function namesOf({ id, username, email, name }: Assignee): string[] {
  return [username, email, ...shownNames({ id, name })];
}

/** The names in the list of assignees, which every user sees. */
function shownNames({ id, name }: Pick<Assignee, 'id' | 'name'>): string[] {
  return [name, `${name} #${id}`];
}

/** What a word names: by its names in their order, ignoring case, else by its id. */
function named<Each extends { id: number }>(
  all: readonly Each[],
  namesOf: (each: Each) => readonly string[],
): (word: string) => Each | 'several' | undefined {
  const byName = new Map<string, Each | 'several'>();
  const most = Math.max(0, ...all.map((each) => namesOf(each).length));
  for (let nth = 0; nth < most; nth += 1) {
    const before = new Set(byName.keys());
    for (const each of all) {
      const name = (namesOf(each)[nth] ?? '').toLowerCase();
      if (!before.has(name)) byName.set(name, byName.has(name) ? 'several' : each);
    }
  }
  const ids = new Map(all.map((each) => [String(each.id), each]));
  return (word) => byName.get(word.toLowerCase()) ?? ids.get(word);
}
