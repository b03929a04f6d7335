import { describe, expect, it } from 'vitest';
import { fieldSchema } from './field-schemas';
import * as field from './fields';
import { fieldError } from './typed-values';

const name = field.text({ label: 'Name', max: 12, required: true });
const notes = field.longText({ label: 'Notes', max: 40 });
const email = field.text({ label: 'Email', max: 40, format: (text) => !/\s/.test(text) });

describe('a text of one line', () => {
  it.each([
    ['Deccan\tPumps', 'Deccan Pumps'],
    ['Deccan\r\nPumps', 'Deccan Pumps'],
    ['Deccan\nPumps', 'Deccan Pumps'],
    ['Deccan\rPumps', 'Deccan Pumps'],
    ['\tDeccan Pumps\r\n', 'Deccan Pumps'],
    ['a\t\tb', 'a  b'],
    // As long as is allowed once the line break is one space.
    ['123456\r\n78901', '123456 78901'],
  ])('takes a pasted tab or line break as a space: %j', (typed, stored) => {
    expect(fieldSchema(name).parse(typed)).toBe(stored);
    expect(fieldSchema(name, 'inline').parse(typed)).toBe(stored);
  });

  it('is missing where it is nothing but tabs and line breaks', () => {
    expect(fieldError(name, '\t\r\n', 'form')).toBe('Name is required');
  });

  it('still asks for its format', () => {
    expect(fieldError(email, 'a@example.com\r\nBcc: b@example.com', 'form')).toBe(
      'Please enter a valid email',
    );
  });

  it.each(['a\u0000b', 'a\u0007b', 'a\u007fb'])('refuses what no one types: %j', (typed) => {
    expect(fieldError(name, typed, 'form')).toBe('Name contains characters that cannot be stored');
  });

  it('counts an emoji of two units as one character', () => {
    const short = field.text({ label: 'Name', min: 2, max: 12 });
    expect(fieldSchema(short).parse('😀'.repeat(12))).toBe('😀'.repeat(12));
    expect(fieldError(short, '😀'.repeat(13), 'form')).toBe('Name cannot exceed 12 characters');
    expect(fieldError(short, '😀', 'form')).toBe('Name must be at least 2 characters');
    expect([short.isPlain?.('😀'), short.isPlain?.('Deccan')]).toEqual([false, true]);
  });

  it('is not plain with a tab or a line break in it', () => {
    expect(name.isPlain?.('a\tb')).toBe(false);
    expect(name.isPlain?.('a\nb')).toBe(false);
    expect(name.isPlain?.('a b')).toBe(true);
  });
});

it('a long text keeps its tabs and line breaks', () => {
  expect(fieldSchema(notes).parse('first\r\n\tsecond\nthird')).toBe('first\r\n\tsecond\nthird');
});
