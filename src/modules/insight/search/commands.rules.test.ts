import { describe, expect, it } from 'vitest';
import { type Command, matchingCommands } from './commands.rules';

const run = () => undefined;

const commands: readonly Command[] = (
  [
    { group: 'Go to', name: 'Go to Leads' },
    { group: 'Go to', name: 'Go to Customers' },
    { group: 'Go to', name: 'Go to Products', keywords: 'Inventory' },
    { group: 'Go to', name: 'Go to Inventory Overview', keywords: 'Inventory' },
    { group: 'New', name: 'New Lead', keywords: 'Create Add' },
    { group: 'New', name: 'New Customer', keywords: 'Create Add' },
    { group: 'New', name: 'New Goods Receipt' },
    { group: 'New', name: 'New Receipt' },
    { group: 'On this screen', name: 'Import CSV' },
    { group: 'Preferences', name: 'Colours: Dark', keywords: 'scheme' },
  ] as const
).map((each) => ({ ...each, run }));

const namesFor = (typed: string) => matchingCommands(commands, typed).map(({ name }) => name);

describe('a command is found', () => {
  it.each([
    ['by the beginning of its words', 'lead', ['New Lead', 'Go to Leads']],
    ['by words in any order', 'customers go', ['Go to Customers']],
    ['in any case', 'IMPORT', ['Import CSV']],
    ['by its initials', 'nl', ['New Lead']],
    ['by further words', 'create', ['New Lead', 'New Customer']],
    ['the shortest name first', 'new rec', ['New Receipt', 'New Goods Receipt']],
    ['with letters left out', 'custmr', ['New Customer', 'Go to Customers']],
    [
      'its own words before further ones',
      'inventory',
      ['Go to Inventory Overview', 'Go to Products'],
    ],
  ])('%s', (_how, typed, names) => {
    expect(namesFor(typed)).toEqual(names);
  });

  it.each(['dec', 'eads', 'leads new', 'go to nowhere', 'cus-1'])('but not by %j', (typed) => {
    expect(namesFor(typed)).toEqual([]);
  });
});

it('nothing typed: all of them, those of the screen first', () => {
  expect(namesFor(' ').slice(0, 3)).toEqual(['Import CSV', 'New Lead', 'New Customer']);
  expect(namesFor('')).toHaveLength(commands.length);
});

it('at most eight, so that records stay in sight', () => {
  const many = Array.from({ length: 12 }, (_, at) => ({
    group: 'Go to' as const,
    name: `Go ${at}`,
    run,
  }));
  expect(matchingCommands(many, 'go')).toHaveLength(8);
});
