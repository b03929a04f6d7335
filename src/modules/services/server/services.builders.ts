import type { ServicePatch } from '../services.fields';

export function serviceBody(values: ServicePatch = {}): ServicePatch {
  return { service_name: 'Annual pump check', service_type: 'AMC', ...values };
}
