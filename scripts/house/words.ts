import type { Located, Problem } from './finding';

interface Word {
  pattern: RegExp;
  write: string;
}

/**
 * Words that plain English does without, with what to write instead. Not refused, as a sentence may need them: "kept",
 * "says", "begins", "asks for" and "comes to" (ordinary verbs), "what is" and "as it was" (ordinary clauses), "there is
 * no", "is no longer" and "stand".
 */
const WORDS: readonly Word[] = [
  { pattern: /\bsomebody\b/gi, write: 'someone' },
  { pattern: /\beverybody\b/gi, write: 'everyone' },
  { pattern: /\banybody\b/gi, write: 'anyone' },
  { pattern: /\bnobody\b/gi, write: 'no one, or the role: no user' },
  { pattern: /\bwhoever\b/gi, write: 'anyone who, or the role' },
  { pattern: /\banew\b/gi, write: 'again' },
  { pattern: /\bmeanwhile\b/gi, write: 'since then, or in the meantime' },
  { pattern: /\bbeside\b/gi, write: 'next to, or besides' },
  { pattern: /\bany *more\b(?! +than)/gi, write: 'no longer' },
  { pattern: /\bfor +ever\b/gi, write: 'forever' },
  { pattern: /\bunder +way\b/gi, write: 'in progress' },
  { pattern: /\bby +itself\b/gi, write: 'automatically, or on its own' },
  { pattern: /\bgo(?:es)? +on\b/gi, write: 'continue' },
  { pattern: /\bmend(?:s|ed|ing)?\b/gi, write: 'fix' },
  { pattern: /\bthe +own\b/gi, write: 'your own, or the role: the user’s own' },
  { pattern: /\b(?:hangs?|hung) +on\b/gi, write: 'is attached to, belongs to or depends on' },
  { pattern: /\btold\b/gi, write: 'notified, shown or warned, or the person first: learns' },
  { pattern: /\bwhatever\b/gi, write: 'any, or regardless of' },
  { pattern: /\b(?:stands|standing|stood)\b/gi, write: 'is, appears or exists' },
  { pattern: /\bwanted\b/gi, write: 'requested or needed' },
  { pattern: /\bof +(?:its|their) +own\b/gi, write: 'separate, or own before the noun' },
  { pattern: /(?<!\bthere +)\b(?:is|are) +no\b(?! +longer)/gi, write: 'is not a' },
  { pattern: /\b(?:is|are) +of\b/gi, write: 'belongs to' },
  { pattern: /\b(?:is|are|was|were) +asked\b/gi, write: 'is called, checked or requested' },
  { pattern: /\bthere +is +no +such\b/gi, write: 'the noun and: not found' },
  { pattern: /\b(?:only|for|from|of|by|to|with|down) +who\b/gi, write: 'the person who' },
  {
    pattern: /\b(?:who|what|how) +one +(?:is|has|can|may|does)\b/gi,
    write: 'you, or the role: the user',
  },
  { pattern: /\bdemand(?:s|ed|ing)?\b/gi, write: 'require' },
  { pattern: /\be-mail/gi, write: 'email' },
];

/** Where such a word is right. */
const EXCEPTIONS: readonly string[] = [
  // Data: names, common passwords, and what mail servers send.
  'nobody@',
  'everybody@example.com',
  '"nobody"',
  '"everybody"',
  'nobody at all',
  'Somebody New',
  'Somebody Else Ltd',
  'freedom whatever',
  '354 go on',
  // A code of errors that programs read.
  'factor.demanded',
  // Ordinary English: what is placed at a position.
  'go on top',
];

/** The parts of the repository that are checked: not the decisions, which keep their words. */
const CHECKED = /^(?:src|scripts|lab|e2e)\/|^docs\/(?!decisions\/)|^[A-Z]+\.md$/;
const OWN = 'scripts/house/words';

const WHY = 'a text is understood at the first reading';

/** Refused words in pieces of a file: its strings of several words, its comments, or a whole Markdown file. */
export function wordProblems(
  path: string,
  pieces: readonly { offset: number; text: string }[],
): Located[] {
  if (!CHECKED.test(path) || path.startsWith(OWN)) return [];
  return pieces.flatMap(({ offset, text }) => {
    const plain = EXCEPTIONS.reduce(
      (rest, right) => rest.replaceAll(right, ' '.repeat(right.length)),
      unwrapped(text),
    );
    return WORDS.flatMap(({ pattern, write }) =>
      [...plain.matchAll(pattern)].map((match) => ({
        offset: offset + match.index,
        problem: problemOf(match[0], write),
      })),
    );
  });
}

/** The text with spaces in the place of line breaks and of the stars of comments, so that a phrase is found across lines. */
function unwrapped(text: string): string {
  return text.replaceAll(/\n\s*(?:\*(?!\/))?/g, (gap) => ' '.repeat(gap.length));
}

function problemOf(word: string, write: string): Problem {
  return { wrong: `the word "${word.replace(/ +/g, ' ')}"`, why: WHY, instead: `write: ${write}` };
}
