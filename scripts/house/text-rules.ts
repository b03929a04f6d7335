import type { Located, Problem } from './finding';
import { maySpeakSql } from './import-rules';
import type { FileLocation } from './locations';
import type { Source } from './source';

const MOST_LINES = 400;

interface TextRule extends Problem {
  where: 'code' | 'comments';
  pattern: RegExp;
  applies: (location: FileLocation) => boolean;
}

/** An identifier that is not a property of something else; `...name` is not a property. */
const FREE = String.raw`(?<![\w$])(?<!(?<!\.\.)\.)`;

const everywhere = (): boolean => true;
const isPure = (location: FileLocation): boolean => location.side === 'root' && !location.isTest;
const mustBeGiven = (location: FileLocation): boolean =>
  isPure(location) ||
  ((location.layer === 'modules' || location.layer === 'app') && !location.isTest);
const hasNoSql = (location: FileLocation): boolean => !maySpeakSql(location);

const CLOCK: Problem = {
  wrong: 'the clock is read here',
  why: 'today is always an argument, so that rules and screens can be tested on any day and in any time zone',
  instead: 'take today or now as an argument; only kit/server and kit/ui read the clock',
};
const SQL: Problem = {
  wrong: 'SQL outside a queries file',
  why: 'SQL lives only in *.queries.ts and kit/server, so that a table can be changed by reading one file',
  instead: "give the statement a name in this noun's *.queries.ts and call it",
};
const SILENCED: Problem = {
  wrong: 'a checker is silenced',
  why: 'the next reader cannot tell a reason from an excuse',
  instead: 'change the code or its types until the checker agrees',
};
function notRequestOrReply(location: FileLocation): boolean {
  const isRoutes =
    location.layer === 'modules' && location.side === 'server' && location.role === 'routes';
  const isKitServer = location.layer === 'kit' && location.side === 'server';
  return location.layer !== 'outside' && location.layer !== 'app' && !isRoutes && !isKitServer;
}

const RULES: readonly TextRule[] = [
  {
    where: 'code',
    pattern: new RegExp(
      `${FREE}(?:new\\s+Date\\b(?!\\s*\\(\\s*[^\\s)])(?!\\s*[.[])|Date\\s*\\(\\s*\\)|Date\\s*\\.\\s*now\\b)`,
      'g',
    ),
    applies: mustBeGiven,
    ...CLOCK,
  },
  {
    where: 'code',
    pattern: new RegExp(
      `${FREE}(?:Math\\s*\\.\\s*random|crypto\\s*\\.|performance\\s*\\.|fetch\\s*\\(|(?:window|document|process|globalThis|localStorage|sessionStorage|navigator)\\s*(?:\\.|\\?\\.|\\[)` +
        `|typeof\\s+(?:window|document|process|globalThis)\\b|set(?:Timeout|Interval)\\s*\\()`,
      'g',
    ),
    applies: isPure,
    wrong: 'a pure file reaches for chance, a clock, the network, the browser or Node',
    why: 'root files and kit/shared are pure and run on both sides',
    instead:
      'move this to server/ or screens/, take the value as an argument, or give your own variable another name',
  },
  {
    where: 'code',
    pattern: new RegExp(
      `${FREE}sql\\s*(?:<[^\`;()]*>)?\\s*\`|${FREE}sql\\s*\\.\\s*(?:raw|ref|table|id|lit)\\s*\\(` +
        `|\\.\\s*(?:selectFrom|insertInto|updateTable|deleteFrom|mergeInto)\\s*\\(`,
      'g',
    ),
    applies: hasNoSql,
    ...SQL,
  },
  {
    where: 'code',
    pattern: /\bFastify(?:Request|Reply)\b/g,
    applies: notRequestOrReply,
    wrong: 'a request or reply object outside the routes',
    why: 'a service that knows HTTP cannot be called by a job or another service',
    instead: 'read what is needed in *.routes.ts and pass plain values',
  },
  {
    where: 'comments',
    pattern: /@ts-(?:ignore|expect-error|nocheck)\b|\b(?:oxlint|eslint)-disable|\bbiome-ignore/g,
    applies: everywhere,
    ...SILENCED,
  },
  {
    where: 'comments',
    pattern: /@(?:type|param|returns?|typedef)\s*\{[^}]*\bany\b/g,
    applies: everywhere,
    wrong: "the type 'any'",
    why: 'it switches the type checker off for everything it touches, and the linter reads no types in comments',
    instead: "name the type, or use 'unknown' and narrow it",
  },
  {
    where: 'code',
    pattern: /\.\s*(?:only|skip|fixme)\s*(?:\.\s*each\s*)?[(`]/g,
    applies: everywhere,
    wrong: 'a test that leaves others out or is left out itself',
    why: 'a green run would no longer mean that everything was tried',
    instead: 'repair or delete the test; for a missing outside thing use runIf or skipIf',
  },
  {
    where: 'code',
    pattern: /\bwaitForTimeout\b/g,
    applies: everywhere,
    wrong: 'a test that waits for a fixed time',
    why: 'it is slow on a fast machine and fails on a slow one',
    instead: 'wait for what the person sees, with expect(…).toBeVisible()',
  },
];

export function textProblems(
  location: FileLocation,
  source: Pick<Source, 'code' | 'comments'>,
): Located[] {
  return RULES.filter((rule) => rule.applies(location)).flatMap((rule) => {
    const pieces = rule.where === 'code' ? [{ start: 0, text: source.code }] : source.comments;
    return pieces.flatMap(({ start, text }) =>
      [...text.matchAll(rule.pattern)].map((match) => ({
        offset: start + match.index,
        problem: { ...rule, wrong: `${rule.wrong} (${match[0].replace(/\s+/g, ' ').trim()})` },
      })),
    );
  });
}

export function countLines(text: string): number {
  return text.split('\n').length - (text.endsWith('\n') || text === '' ? 1 : 0);
}

export function lengthProblems(text: string): Located[] {
  const lines = countLines(text);
  if (lines <= MOST_LINES) return [];
  const problem = {
    wrong: `${lines} lines`,
    why: `a file longer than ${MOST_LINES} lines is about more than one thing`,
    instead: 'give the second thing a name and its own file',
  };
  const allowed = text.split('\n', MOST_LINES).join('\n');
  return [{ offset: allowed.length + 1, problem }];
}
