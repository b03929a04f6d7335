import { z } from 'zod';
import { readRecord } from '~/kit/server/database/entity';
import { fileRoute } from '~/kit/server/http/file-route';
import { recordRoutes } from '~/kit/server/http/record-routes';
import { type Api, idParams, route } from '~/kit/server/http/route';
import { rowSchema } from '~/kit/shared/fields/record-schemas';
import { bills } from '~/modules/buying/bills/server/bills.service';
import {
  allocateVendorPaymentSchema,
  bankFileSchema,
  newVendorPaymentSchema,
  vendorPaymentStatusSchema,
} from '../requests.schema';
import {
  billAllocationSchema,
  billPaymentFields,
  vendorPaymentFields,
  type WholeVendorPayment,
} from '../vendor-payments.fields';
import {
  allocateVendorPayment,
  bankFile,
  cancelVendorPayment,
  paymentAdvicePdf,
  recordVendorPayment,
} from './vendor-payments.actions';
import {
  getVendorPayment,
  listPaymentsOf,
  listVendorPayments,
  vendorPaymentLinks,
  vendorPayments,
  vendorPaymentWindows,
} from './vendor-payments.queries';

const row = rowSchema(vendorPaymentFields);
const whole: z.ZodType<WholeVendorPayment> = row.and(
  z.object({ allocations: z.array(billAllocationSchema) }),
);
const shared = { tag: 'Vendor payments' } as const;

export function vendorPaymentRoutes(api: Api): void {
  recordRoutes(api, {
    ...shared,
    url: '/vendor-payments',
    access: 'vendor_payments',
    response: whole,
    find: ({ db, person }, id) => getVendorPayment(db, id, person),
    list: {
      summary: 'List all payments to vendors, newest first, without their allocations',
      row,
      source: (context) => listVendorPayments(context.person),
      windows: vendorPaymentWindows,
    },
    read: { summary: 'Get a payment to a vendor with its allocations' },
    create: {
      summary: 'Record a payment and pay bills from it; the rest is an advance to the vendor',
      body: newVendorPaymentSchema,
      act: recordVendorPayment,
    },
    status: {
      summary: 'Cancel a payment with all its allocations; its bills are due again',
      body: vendorPaymentStatusSchema,
      act: (context, id, body) => cancelVendorPayment(context, id, body.updated_at),
    },
    history: { entity: vendorPayments, links: vendorPaymentLinks, path: 'vendor-payments' },
  });
  billPaymentsRoute(api);
  route(api, {
    ...shared,
    access: 'vendor_payments.update',
    method: 'POST',
    url: '/vendor-payments/:id/allocate',
    summary: 'Pay bills from the rest of a payment',
    params: idParams,
    body: allocateVendorPaymentSchema,
    response: whole,
    idempotent: true,
    handle: ({ context, params, body }) => allocateVendorPayment(context, params.id, body),
  });
  fileRoute(api, {
    ...shared,
    access: 'vendor_payments.read',
    url: '/vendor-payments/:id/pdf',
    summary: 'Download the payment advice as PDF',
    params: idParams,
    handle: ({ context, params }) => paymentAdvicePdf(context, params.id),
  });
  fileRoute(api, {
    ...shared,
    access: ['vendors.update', 'vendor_payments.export'],
    url: '/vendor-payments/file',
    summary: 'Download payments as a CSV file for the bank',
    body: bankFileSchema,
    loggedAs: 'vendor payments for the bank',
    handle: ({ context, body }) => bankFile(context, body.ids),
  });
}

function billPaymentsRoute(api: Api): void {
  route(api, {
    ...shared,
    access: ['bills.read', 'vendor_payments.read'],
    method: 'GET',
    url: '/bills/:id/payments',
    summary: 'List the payments of a bill, newest first',
    params: idParams,
    response: z.array(rowSchema(billPaymentFields)),
    handle: async ({ context: { db, person }, params: { id } }) => {
      await readRecord({ db, person }, bills, id);
      return listPaymentsOf(db, id, person);
    },
  });
}
