import { count } from '~/kit/shared/filters/figures';
import {
  bands,
  choice,
  days,
  filtersOf,
  instantsOf,
  type Moment,
  search,
  textIn,
} from '~/kit/shared/filters/kind-filters';
import { daysOfRange } from '~/kit/shared/filters/day-ranges';
import { type Vendor, vendorFields } from './vendors.fields';

/** The filters of the vendors list (docs/product/vendors.md#screen). */
export const vendorFilters = filtersOf<Vendor>(vendorFields, {
  search: search([
    'company_name',
    'contact_person',
    'email',
    'phone',
    'vendor_code',
    'city',
    'gstin',
    'pan',
  ]),
  status: bands(vendorFields.is_active.label, {
    active: ['Active', { is_active: true }],
    inactive: ['Inactive', { is_active: false }],
  }),
  location: textIn(['city', 'state', 'country'], 'Location'),
  gst_category: choice(),
  payment_terms: choice(),
  msme: choice(),
  date_range: days('created_at'),
});

/** The figures above the list; MSME are the active micro and small vendors, whose bills fall due by law. */
export const vendorFigures = {
  total: count<Vendor>(),
  active: count<Vendor>({ is_active: true }),
  msme: count<Vendor>({ is_active: true, msme: ['micro', 'small'] }),
  thisMonth: count<Vendor>(({ today, timeZone }: Moment) => ({
    created_at: instantsOf(daysOfRange('month', today), timeZone),
  })),
};
