import { describe, expect, it } from 'vitest';
import { isEmail, isPhone } from './contact';
import * as field from './fields';
import { plainKey, withoutInvisible } from './invisible';

const invisible = [
  0x00ad, 0x034f, 0x061c, 0x0085, 0x115f, 0x1160, 0x17b4, 0x180e, 0x200b, 0x200c, 0x200d, 0x200e,
  0x200f, 0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2060, 0x2061, 0x2066, 0x2069, 0x206f, 0x2800,
  0x3164, 0xfe0f, 0xfeff, 0xffa0, 0xfffa, 0xe0041, 0xe0100,
].map((code) => [code.toString(16), String.fromCodePoint(code)] as const);

describe.each(invisible)('U+%s', (_code, unseen) => {
  it.each([`${unseen}admin`, `adm${unseen}in`, `admin${unseen}`, ` ${unseen} admin`])(
    'is taken out of %j',
    (text) => {
      expect(withoutInvisible(text).trim()).toBe('admin');
      expect(plainKey(text).trim()).toBe('admin');
    },
  );
});

it.each([
  ['a virama before a joiner, at the end of a word', 'അവന്\u200d'],
  ['a half form', 'क्\u200dष'],
  ['a joiner between letters', 'র\u200d্য'],
  ['Persian', 'می\u200cخواهم'],
  ['a picture of several parts', '👩\u200d🔧'],
  ['a coloured sign', '⚙\ufe0f Pumps'],
  ['letters of the world', 'Müller & Söhne – ₹ 10 µm ∅'],
])('%s stays', (_what, text) => {
  expect(withoutInvisible(text)).toBe(text);
});

it.each([
  ['क\u200d', 'क'],
  ['1\ufe0f', '1'],
  ['a\u200dक', 'aक'],
])('%j is %j, for no one sees the rest', (text, shown) => {
  expect(withoutInvisible(text)).toBe(shown);
});

describe('a field of one line', () => {
  const read = (options: object, value: string) =>
    field.text({ label: 'It', max: 5, required: true, ...options }).read(value, 'form');

  it('has none of them, and counts none', () => {
    expect(read({}, '\u200bAc\u00adme\ufeff')).toEqual({ ok: true, value: 'Acme' });
    expect(read({}, '\u200b 12345 \u200b')).toEqual({ ok: true, value: '12345' });
    expect(read({}, '\u200b \u2060')).toEqual({ ok: false, message: 'It is required' });
    expect(read({ min: 3 }, 'a\u200b\u200b')).toMatchObject({ ok: false });
  });

  it('of an address or a phone has no joiners either', () => {
    expect(read({ max: 50, format: isEmail }, 'asha\u200d@exam\u200bple.com')).toEqual({
      ok: true,
      value: 'asha@example.com',
    });
    // As phones are copied from chats.
    expect(read({ max: 50, format: isPhone }, '\u202a+91 98765 43210\u202c')).toEqual({
      ok: true,
      value: '+91 98765 43210',
    });
  });

  it('knows quickly that a text is plain, and never says so of one that it changes', () => {
    const { isPlain } = field.text({ label: 'It', max: 20 });
    expect(isPlain?.('Acme')).toBe(true);
    for (const [, unseen] of invisible) expect(isPlain?.(`Ac${unseen}me`)).toBe(false);
  });
});

it('a text of several lines keeps what was typed', () => {
  const bio = field.longText({ label: 'Bio', max: 50 });
  expect(bio.read('co\u00adoperate\nx', 'form')).toEqual({ ok: true, value: 'co\u00adoperate\nx' });
});
