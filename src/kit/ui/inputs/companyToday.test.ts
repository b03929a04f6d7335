import { expect, it } from 'vitest';
import { companyToday, companyZone, takeZone } from './companyToday';

it("says the company's day and zone, not those of the browser", () => {
  takeZone(() => 'Pacific/Kiritimati');
  const [east, zone] = [companyToday(), companyZone()];
  takeZone(() => 'Pacific/Pago_Pago');
  expect([zone, companyZone()]).toEqual(['Pacific/Kiritimati', 'Pacific/Pago_Pago']);
  expect(east > companyToday()).toBe(true);
});
