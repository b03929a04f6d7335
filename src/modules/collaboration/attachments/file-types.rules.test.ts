import { describe, expect, it } from 'vitest';
import {
  canDeleteFile,
  canHoldFiles,
  canStoreFiles,
  fileNameOf,
  sizeInWords,
} from './attachments.rules';
import { type FileContent, fileTypeOf } from './file-types.rules';

const bytes = (text: string) => Uint8Array.from(text, (each) => each.charCodeAt(0));

function contentOf(text: string, names: readonly string[] | null = null): FileContent {
  return { head: bytes(text), hasZeros: text.includes('\0'), isArchive: names !== null, names };
}

const office = ['[Content_Types].xml', 'xl/workbook.xml'];
const odt = `PK\u0003\u0004${'\u0001'.repeat(26)}mimetypeapplication/vnd.oasis.opendocument.textPK`;

describe('a file is what its name says', () => {
  it.each([
    ['Drawing 7.PDF', contentOf('%PDF-1.7\n…'), 'application/pdf'],
    ['a.png', contentOf('\u0089PNG\r\n\u001a\n\0'), 'image/png'],
    ['a.jpeg', contentOf('\u00ff\u00d8\u00ff\u00e0\0'), 'image/jpeg'],
    ['a.webp', contentOf('RIFF\0\0\0\0WEBPVP8 '), 'image/webp'],
    ['a.gif', contentOf('GIF89a\0'), 'image/gif'],
    ['a.csv', contentOf('sku;name\n1;Bolt <M8>'), 'text/csv'],
    ['a.txt', contentOf('\u00ef\u00bb\u00bfGr\u00fc\u00dfe'), 'text/plain'],
    ['a.txt', contentOf('\u00ff\u00feH\0i\0'), 'text/plain'],
    ['a.stp', contentOf('ISO-10303-21;\nHEADER;'), 'model/step'],
    ['a.dxf', contentOf('  0\r\nSECTION\r\n  2\r\nHEADER'), 'image/vnd.dxf'],
    ['a.dwg', contentOf('AC1032\0\0'), 'image/vnd.dwg'],
    ['a.xlsx', contentOf('PK\u0003\u0004\0', office), /spreadsheetml/],
    ['a.odt', contentOf(odt, ['mimetype', 'content.xml']), /opendocument.text/],
  ])('%s', (name, content, type) => {
    const found = fileTypeOf(name, content);
    expect(found.verdict).toEqual({ ok: true });
    expect(found.type).toMatch(type);
  });
});

describe('refused is', () => {
  it.each([
    ['a program', 'setup.exe', contentOf('MZ\0'), 'file.type_not_allowed'],
    ['a page', 'a.html', contentOf('<html>'), 'file.type_not_allowed'],
    ['a drawing that runs scripts', 'a.svg', contentOf('<svg>'), 'file.type_not_allowed'],
    ['no ending', 'Makefile', contentOf('all:'), 'file.type_not_allowed'],
    ['a program called a text', 'a.txt', contentOf('MZ\0\0'), 'file.not_what_name_says'],
    ['a script called a text', 'a.txt', contentOf('#!/bin/sh\nrm'), 'file.not_what_name_says'],
    ['a page called a text', 'a.txt', contentOf('  <!DOCTYPE html><p>'), 'file.not_what_name_says'],
    [
      'a page called a table',
      'a.csv',
      contentOf('a,b\n<script>alert(1)</script>'),
      'file.not_what_name_says',
    ],
    ['a PDF called a picture', 'a.png', contentOf('%PDF-1.7'), 'file.not_what_name_says'],
    [
      'a picture that is a page too',
      'a.gif',
      contentOf('GIF89a/*<script src=x>*/'),
      'file.not_what_name_says',
    ],
    [
      'a picture that is an archive too',
      'a.png',
      contentOf('\u0089PNG\r\n\u001a\n', []),
      'file.not_what_name_says',
    ],
    [
      'a document with programs',
      'a.xlsx',
      contentOf('PK\u0003\u0004\0', [...office, 'xl/vbaProject.bin']),
      'file.not_what_name_says',
    ],
    [
      'any archive called a document',
      'a.docx',
      contentOf('PK\u0003\u0004\0', ['evil.js']),
      'file.not_what_name_says',
    ],
    ['a broken archive', 'a.xlsx', contentOf('PK\u0003\u0004\0'), 'file.not_what_name_says'],
  ])('%s', (_what, name, content, code) => {
    expect(fileTypeOf(name, content).verdict).toMatchObject({ ok: false, code });
  });
});

it.each([
  [' a.pdf ', 'a.pdf'],
  ['C:\\Users\\asha\\a.pdf', 'a.pdf'],
  ['../../etc/passwd.txt', 'passwd.txt'],
  ['inv\u202efdp.exe', 'invfdp.exe'],
  ['a\r\nb.txt', 'ab.txt'],
  ['a.pdf. .', 'a.pdf'],
  ['e\u0301.txt', '\u00e9.txt'],
  ['चित्र ₹.png', 'चित्र ₹.png'],
  ['...', null],
  ['a/', null],
])('the name %j is %j', (sent, name) => expect(fileNameOf(sent)).toBe(name));

it('the limits are those that the messages name', () => {
  expect(canHoldFiles({ count: 100, bytes: 200 * 1_048_576 }).ok).toBe(true);
  expect(canHoldFiles({ count: 101, bytes: 1 })).toMatchObject({ code: 'file.too_many' });
  expect(canHoldFiles({ count: 1, bytes: 200 * 1_048_576 + 1 })).toMatchObject({
    code: 'file.no_room',
  });
  expect(canStoreFiles(2 * 1024 ** 3, 2).ok).toBe(true);
  expect(canStoreFiles(2 * 1024 ** 3 + 1, 2)).toMatchObject({ code: 'file.quota_reached' });
  expect(canDeleteFile({ id: 7, role: 'user' }, { created_by: 8 })).toMatchObject({ ok: false });
  expect(canDeleteFile({ id: 7, role: 'user' }, { created_by: 7 }).ok).toBe(true);
  expect(canDeleteFile({ id: 7, role: 'admin' }, { created_by: null }).ok).toBe(true);
  expect([900, 348_160, 2_516_582].map(sizeInWords)).toEqual(['900 B', '340 KB', '2.4 MB']);
});
