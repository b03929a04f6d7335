import { describe, expect, it } from 'vitest';
import { mentionAt, mentionedIn, offeredPeople, partsOf, withMention } from './mentions.rules';

const ravi = { id: 1, name: 'Ravi Iyer' };
const ravina = { id: 2, name: 'Ravi' };
const asha = { id: 3, name: 'Asha Rao' };
const people = [ravi, ravina, asha];

describe('what is typed after an @', () => {
  it.each([
    ['@', { from: 0, query: '' }],
    ['Ask @ra', { from: 4, query: 'ra' }],
    ['Ask @ravi iy', { from: 4, query: 'ravi iy' }],
    ['one\n@as', { from: 4, query: 'as' }],
    ['mail me at ravi@exa', null],
    ['@ravi\nnext line', null],
    ['', null],
  ])('of %j is %j', (text, expected) => {
    expect(mentionAt(text, text.length)).toEqual(expected);
  });

  it('counts up to the caret alone', () => {
    expect(mentionAt('@ra and more', 3)).toEqual({ from: 0, query: 'ra' });
  });
});

it.each([
  ['', [ravi, ravina, asha]],
  ['ra', [ravi, ravina, asha]],
  ['ravi', [ravi, ravina]],
  ['iyer ra', [ravi]],
  ['vi', []],
])('%j offers %j', (query, expected) => {
  expect(offeredPeople(people, query)).toEqual(expected);
});

it('a chosen name takes the place of what was typed of it', () => {
  expect(withMention('Ask @ra about it', { from: 4, caret: 7 }, ravi)).toEqual({
    text: 'Ask @Ravi Iyer about it',
    caret: 15,
  });
});

it('only a person who is still named is mentioned, once', () => {
  expect(mentionedIn('@Ravi Iyer, please', [ravi, asha, ravi])).toEqual([1]);
});

describe('the parts of a text', () => {
  it('are the names, the longest first, and what is between them', () => {
    expect(partsOf('@Ravi Iyer and @Ravi: go', ['Ravi', 'Ravi Iyer'])).toEqual([
      { text: '@Ravi Iyer', isMention: true },
      { text: ' and ', isMention: false },
      { text: '@Ravi', isMention: true },
      { text: ': go', isMention: false },
    ]);
  });

  it.each(['', 'no names', '@Ravi Iyer@Ravi'])('of %j are all of it', (text) => {
    const parts = partsOf(text, ['Ravi', 'Ravi Iyer']);
    expect(parts.map((part) => part.text).join('')).toBe(text);
  });
});
