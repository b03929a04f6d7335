import { describe, expect, it } from 'vitest';
import { figuresOf } from '~/kit/shared/filters/figures';
import { isEndingSoon, quotationFigures, quotationFilters } from './quotations.filters';
import type { Quotation } from './quotations.fields';

const today = '2026-11-26';
const at = { today, timeZone: 'Asia/Kolkata' };

const of = (status: Quotation['status'], valid_until = '2026-12-26', total_amount = 100) => ({
  status,
  valid_until,
  total_amount,
});

describe('the validity of a quotation', () => {
  it.each([
    [of('sent', '2026-11-26'), true],
    [of('sent', '2026-12-03'), true],
    [of('sent', '2026-12-04'), false],
    [of('sent', '2026-11-25'), false],
    [of('accepted', '2026-11-27'), false],
    [of('draft', '2026-11-27'), false],
  ])('ends soon: %j', (quotation, isSoon) => {
    expect(isEndingSoon(quotation, today)).toBe(isSoon);
  });

  it.each([
    ['expired', of('expired', '2026-11-01')],
    ['expired', of('sent', '2026-11-25')],
    ['due-soon', of('sent', '2026-11-30')],
  ])('is found as %s', (band, quotation) => {
    const filter = quotationFilters.find(({ key }) => key === 'validity');
    expect(filter?.test(quotation as Quotation, band, at)).toBe(true);
    const other = band === 'expired' ? 'due-soon' : 'expired';
    expect(filter?.test(quotation as Quotation, other, at)).toBe(false);
  });
});

it('counts each quotation once, by its newest revision, and the value that is open', () => {
  const quotations = [of('superseded'), of('sent'), of('accepted'), of('ordered'), of('draft')];
  expect(figuresOf(quotationFigures, quotations as Quotation[], at)).toEqual({
    total: 4,
    waiting: 1,
    accepted: 1,
    openValue: 200,
  });
});
