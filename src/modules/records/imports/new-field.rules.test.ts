import { describe, expect, it } from 'vitest';
import { likelyField } from './new-field.rules';

/** A column of a file with these cells. */
function guess(heading: string, cells: readonly string[]) {
  return likelyField({ heading, texts: [...new Set(cells)], filled: cells.length });
}

describe('the type of a new field for a column', () => {
  it.each([
    ['true and false', ['true', 'false', 'false'], 'flag'],
    ['Yes and No', ['Yes', 'No'], 'flag'],
    ['the 0 and 1 of a check box', ['0', '1', '0'], 'flag'],
    ['zeros alone', ['0', '0'], 'number'],
    ['days', ['2026-11-05', '2026-12-31'], 'date'],
    ['days with the month first', ['11/28/2026', '1/2/2026'], 'date'],
    ['days at midnight', ['2026-11-05 00:00:00'], 'date'],
    ['moments, whose time a date would lose', ['2026-11-05 10:31:00'], 'text'],
    ['whole numbers', ['12', '-5', '1,25,000'], 'number'],
    ['numbers of five digits, as a sheet counts days', ['46113', '46114'], 'number'],
    ['codes with zeros in front, which a number would lose', ['00120', '00121'], 'text'],
    ['numbers with a plus', ['+5', '+6'], 'text'],
    ['numbers that are too long', ['8901000000024'], 'text'],
    ['more decimals than a number has', ['78.3333333'], 'text'],
    ['rupees', ['₹2,50,000', 'Rs. 500'], 'money'],
    ['email addresses', ['a@kaveri.example', 'b@kaveri.example'], 'email'],
    ['telephone numbers', ['+91-9000000105', '0265-2900105'], 'phone'],
    ['mobile numbers without separators', ['9000000105', '9000000106'], 'phone'],
    ['telephone numbers of a sheet', ["'+91 40 2900 0108"], 'phone'],
    ['web addresses', ['https://drive.example/d/1', 'http://drive.example'], 'url'],
    ['bare hosts, which a web address would change', ['kaveri.example'], 'text'],
    ['lines', ['one\ntwo'], 'long_text'],
    ['long texts', ['x'.repeat(256)], 'long_text'],
    ['few values', ['EN8', 'EN24', 'EN8'], 'choice'],
    ['one value', ['EN8', 'EN8'], 'text'],
    ['a value of each row', ['VMC 850', 'HMC 500', 'TC 200'], 'text'],
    ['several values in a cell', ['EN8;EN24', 'EN8', 'EN8'], 'text'],
    ['two spellings of a value', ['EN8', 'en8', 'EN8', 'EN8'], 'text'],
    ['no values', [], 'text'],
  ])('of %s', (_, cells, type) => {
    expect(guess('Column', cells).type).toBe(type);
  });

  it('leaves out what other programs write for no value', () => {
    expect(guess('Visited', ['true', '-None-', 'false']).type).toBe('flag');
  });

  it('is an amount where the heading names rupees', () => {
    expect(guess('Budget (INR)', ['250000', '12.5']).type).toBe('money');
  });

  it('has the decimals of the numbers and the choices of the texts', () => {
    expect(guess('Weight', ['12.5', '3', '0.125'])).toMatchObject({ type: 'number', decimals: 3 });
    expect(guess('Gewicht', ['12,5', '1.250,75'])).toMatchObject({ type: 'number', decimals: 2 });
    expect(guess('Grade', ['EN8', 'EN24']).choices).toEqual(['EN8', 'EN24']);
    expect(guess('Grade', ['EN8', 'en8']).choices).toEqual([]);
  });
});

it.each([
  [' Machine Model ', 'Machine Model'],
  ['x_studio_warranty_end', 'Warranty End'],
  ['x_drawing_no', 'Drawing No'],
  ['custom_vendor_code', 'Vendor Code'],
  ['CF.Machine Model', 'Machine Model'],
  ['machine_model', 'Machine Model'],
  ['PO_Number', 'PO Number'],
  ['x_', 'X'],
  ['मशीन', 'मशीन'],
])('the label of a new field for the column "%s" is "%s"', (heading, label) => {
  expect(guess(heading, []).label).toBe(label);
});

it('the label of a new field is as long as a label may be', () => {
  expect(guess('x'.repeat(120), []).label).toHaveLength(100);
});
