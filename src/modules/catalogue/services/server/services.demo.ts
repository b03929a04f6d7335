import { taxClassNamed } from '~/modules/catalogue/tax/server/tax-classes.service';
import { anonymous } from '~/kit/server/database/context';
import type { Transaction } from '~/kit/server/database/transaction';
import { insertRecord } from '~/kit/server/database/write';
import type { Service } from '../services.fields';
import { services } from './services.queries';

const samples: readonly Partial<Service>[] = [
  {
    service_name: 'Comprehensive AMC, CNC lathe',
    service_type: 'AMC',
    sku_code: 'SRV-AMC-001',
    category: 'Machine tools',
    price: 84_000,
    pricing_model: 'Yearly',
    priority: 'High',
    duration_days: 365,
    description: 'Four planned visits a year, breakdown visits within one working day.',
    included_items: 'Lubricants, filters, belts',
    excluded_items: 'Spindle and ball screws',
  },
  {
    service_name: 'Labour-only AMC, hydraulic press',
    service_type: 'AMC',
    sku_code: 'SRV-AMC-002',
    category: 'Hydraulics',
    price: 36_500,
    pricing_model: 'Yearly',
    duration_days: 365,
  },
  {
    service_name: 'Extended warranty, 24 months',
    service_type: 'Warranty',
    sku_code: 'SRV-WAR-024',
    category: 'Machine tools',
    price: 52_750.5,
    duration_days: 730,
    is_on_site: true,
    included_items: 'Parts and labour',
  },
  {
    service_name: 'Installation of a machining centre',
    service_type: 'Product Installation',
    sku_code: 'SRV-INS-010',
    category: 'Installation',
    price: 45_000,
    duration_days: 4,
    requirements: 'Levelled floor, 415 V three-phase supply, compressed air at 6 bar',
  },
  {
    service_name: 'Shifting and re-installation',
    service_type: 'Re-Installation',
    sku_code: 'SRV-INS-020',
    category: 'Installation',
    price: null,
    duration_days: 6,
    notes: 'Quoted after a site visit.',
  },
  {
    service_name: 'Live demonstration at your plant',
    service_type: 'Demo Request',
    category: 'Sales support',
    price: 0,
    priority: 'Low',
    duration_days: 1,
  },
  {
    service_name: 'Operator training, two days',
    service_type: 'Training',
    sku_code: 'SRV-TRN-002',
    category: 'Training',
    price: 18_000,
    pricing_model: 'Per Unit',
    duration_days: 2,
    service_areas: 'Pune, Nashik, Ahmedabad, Coimbatore',
  },
  {
    service_name: 'Remote diagnosis',
    service_type: 'Consultation',
    sku_code: 'SRV-REM-001',
    category: 'Support',
    price: 1_200,
    pricing_model: 'Hourly',
    hourly_rate: 1_200,
    minimum_hours: 1,
    is_on_site: false,
    is_remote: true,
    priority: 'High',
  },
  {
    service_name: 'Emergency breakdown visit',
    service_type: 'Repair',
    sku_code: 'SRV-REP-911',
    category: 'Support',
    price: 7_500,
    pricing_model: 'Hourly',
    hourly_rate: 2_500,
    minimum_hours: 3,
    priority: 'Critical',
    service_areas: 'Within 150 km of Pune',
  },
  {
    service_name: 'Quarterly preventive maintenance',
    service_type: 'Maintenance',
    sku_code: 'SRV-MNT-004',
    category: 'Support',
    price: 12_400,
    pricing_model: 'Per Unit',
    duration_days: 1,
    tags: 'planned, quarterly',
  },
  {
    service_name: 'Energy audit of compressed air',
    service_type: 'Consultation',
    category: 'Consulting',
    price: null,
    is_remote: true,
    duration_days: 10,
    requirements: 'Twelve months of electricity bills',
  },
  {
    service_name: 'Calibration with certificate (old rates)',
    service_type: 'Other',
    sku_code: 'SRV-CAL-OLD',
    category: 'Support',
    price: 3_200,
    priority: 'Low',
    is_active: false,
  },
];

/** Sample services of a machine builder; returns how many. */
export async function fillDemoServices(trx: Transaction, now: Date): Promise<number> {
  const tax_class_id = await taxClassNamed(trx, 'GST 18%');
  for (const [index, sample] of samples.entries()) {
    const created = new Date(now.getTime() - (600 - index) * 86_400_000);
    const description = [sample.description, '(Invented sample record.)'].filter(Boolean).join(' ');
    const context = { person: anonymous, now: created };
    await insertRecord({ trx, context }, services, {
      hsn_code: '998717',
      tax_class_id,
      ...sample,
      description,
    });
  }
  return samples.length;
}
