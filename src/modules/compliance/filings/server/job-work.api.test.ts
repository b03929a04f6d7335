import { beforeAll, expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import { makeRecord } from '~/kit/server/testing/test-calls';
import { makeVendor } from '~/modules/buying/vendors/server/vendors.builders';
import { makeProduct } from '~/modules/catalogue/products/catalogue/server/products.builders';
import type { Location } from '~/modules/catalogue/products/locations/locations.fields';
import { adjustStock } from '~/modules/catalogue/products/stock/server/stock.builders';
import { makeTransfer } from '~/modules/catalogue/transfers/server/transfers.builders';
import type { TransferWithItems } from '~/modules/catalogue/transfers/transfers.fields';
import { completeGstin } from '~/modules/organization/company/gstin.rules';
import { becomeGstCompany } from '~/modules/sales/customers/server/gst-company.builders';
import type { EWayBillFile } from '../e-way-bill.rules';

const test = fileServer();
const gstin = completeGstin('29AAACS1234K1Z');
const address = { address: '4 Plating Road', city: 'Bengaluru', postal_code: '560058' };
let hsn_code: string;

beforeAll(async () => {
  hsn_code = (await becomeGstCompany(test.admin)).hsn_code;
});

const fileOf = (id: number) =>
  test.admin.get(`/transfers/${id}/e-way-bill?mode=road&distance_km=850`);

async function locationOf(values: object): Promise<Location> {
  const vendor = await makeVendor(test.admin, { state_code: '29', ...values });
  const location = { name: `With ${vendor.vendor_code}`, kind: 'job_worker', vendor_id: vendor.id };
  return makeRecord(test.admin, '/locations', location);
}

async function sentTo(to_id: number, values: object = {}): Promise<TransferWithItems> {
  const { id } = await makeProduct(test.admin, { hsn_code });
  await adjustStock(test.admin, id, { quantity: 3, unit_cost: 33.3333 });
  return makeTransfer(test.admin, {
    to_id,
    items: [{ product_id: id, quantity: 2 }],
    vehicle_number: 'MH12AB1234',
    status: 'done',
    ...values,
  });
}

it('is a challan for job work, with the value of the goods and no tax', async () => {
  const { id: to } = await locationOf({ company_name: 'Sai Platers', gstin, ...address });
  const sent = await sentTo(to);
  const { status, body, content } = await fileOf(sent.id);
  expect([status, body.error]).toEqual([200, undefined]);
  expect((JSON.parse(content.toString()) as EWayBillFile).billLists).toMatchObject([
    {
      supplyType: 'O',
      subSupplyType: 4,
      docType: 'CHL',
      docNo: sent.challan_number,
      toGstin: gstin,
      toTrdName: 'Sai Platers',
      toPincode: 560_058,
      toStateCode: 29,
      totalValue: 66.67,
      cgstValue: 0,
      igstValue: 0,
      totInvValue: 66.67,
      transDistance: 850,
      vehicleNo: 'MH12AB1234',
      itemList: [{ quantity: 2, taxableAmount: 66.67, igstRate: 0 }],
    },
  ]);
});

it('is refused with what the portal would not take', async () => {
  const { id: bare } = await locationOf({ company_name: 'Bare Platers', gstin });
  const { body } = await fileOf((await sentTo(bare)).id);
  expect(body.code).toBe('e_way_bill.refused');
  const messages = body.details?.map(({ message }) => message);
  expect(messages).toContain('The vendor has no address');
  expect(body.details?.[0]).toMatchObject({ fix: expect.stringMatching(/^\/vendors\?view=/) });
  const { id: stateless } = await locationOf({ state_code: null, ...address });
  const nowhere = await fileOf((await sentTo(stateless)).id);
  expect(nowhere.body.error).toContain('The vendor has no state for GST for the delivery');
  const draft = await fileOf((await sentTo(bare, { status: 'draft' })).id);
  expect(draft.body.error).toContain('A draft has no number yet. Transfer it first.');
  const vacant = await makeRecord<Location>(test.admin, '/locations', {
    name: 'Vacant',
    kind: 'job_worker',
  });
  const unknown = await fileOf((await sentTo(vacant.id)).id);
  expect(unknown.body.details).toMatchObject([{ field: 'to_id', fix: '/locations' }]);
  const inside = await fileOf((await makeTransfer(test.admin, { status: 'done' })).id);
  expect(inside.body.error).toContain('did not go to a job worker');
  expect((await fileOf(999_999)).status).toBe(404);
});
