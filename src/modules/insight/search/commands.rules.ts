import { folded } from '~/kit/shared/filters/searching';

/** The groups of commands, in the order of the dialog. */
const commandGroups = ['On this screen', 'New', 'Go to', 'Preferences', 'Help'] as const;

type CommandGroup = (typeof commandGroups)[number];

/** Something that the dialog of Ctrl+K does besides finding records (docs/product/search.md#commands). */
export interface Command {
  group: CommandGroup;
  name: string;
  /** Further words that it is found by. */
  keywords?: string;
  run: () => void;
}

/** As many as leave the records found in sight. */
const mostCommands = 8;

/**
 * The commands that all typed words speak of, best first, in groups of which the first holds the best; all of them but
 * help where nothing is typed.
 */
export function matchingCommands(all: readonly Command[], typed: string): Command[] {
  const keywords = termsOf(typed);
  const order = ({ command }: { command: Command }) => commandGroups.indexOf(command.group);
  const lengthOf = ({ command }: { command: Command }) => termsOf(command.name).length;
  const met = all
    .flatMap((command) => {
      const distance = distanceOf(command, keywords);
      return distance === null ? [] : [{ command, distance }];
    })
    .toSorted(
      (one, other) =>
        one.distance - other.distance ||
        order(one) - order(other) ||
        (keywords.length > 0 ? lengthOf(one) - lengthOf(other) : 0),
    )
    .map(({ command }) => command);
  const shown =
    keywords.length === 0
      ? met.filter(({ group }) => group !== 'Help')
      : met.slice(0, mostCommands);
  const groups = new Set(shown.map(({ group }) => group));
  return [...groups].flatMap((group) => shown.filter((each) => each.group === group));
}

/** How far the words are from a command, 0 for its own; null where one of them is none of its words. */
function distanceOf({ name, keywords = '' }: Command, typed: readonly string[]): number | null {
  const own = termsOf(name);
  if (typed.length === 1 && typed[0] === own.map(([first]) => first).join('')) return 1;
  const further = termsOf(keywords);
  let sum = 0;
  for (const word of typed) {
    if (own.some((each) => each.startsWith(word))) continue;
    if (further.some((each) => each.startsWith(word))) sum += 1;
    else if (own.some((each) => isNearly(each, word))) sum += 2;
    else return null;
  }
  return sum;
}

/** With letters left out, as in "custmr": at least four, in order, most of the word, and the first is right. */
function isNearly(word: string, typed: string): boolean {
  if (typed.length < 4 || typed.length * 2 <= word.length || typed[0] !== word[0]) return false;
  let at = 0;
  for (const letter of word) if (letter === typed[at]) at += 1;
  return at === typed.length;
}

function termsOf(text: string): string[] {
  return folded(text).match(/[\p{L}\p{N}]+/gu) ?? [];
}
