import type { Finding } from './finding';

/** Older commits have other subjects. */
export const SUBJECTS_SINCE = '2026-11-26T00:00:00Z';

const SUBJECT = /^[a-z][a-z0-9 ,./-]*: [a-z]/;
const MOST_LETTERS = 100;

/** Commits whose subject is not `area: verb object`. `log` has a line for each: its id, a space, its subject. */
export function subjectFindings(log: string): Finding[] {
  return log.split('\n').flatMap((line) => {
    const [id = '', ...rest] = line.split(' ');
    const subject = rest.join(' ');
    if (id === '' || (SUBJECT.test(subject) && subject.length <= MOST_LETTERS)) return [];
    return {
      file: `commit ${id}`,
      line: 1,
      wrong: `the subject "${subject}"`,
      why: 'the history is read by area',
      instead: `write "area: verb object" in at most ${MOST_LETTERS} characters, as in "invoices: check the due date" (git commit --amend)`,
    };
  });
}
