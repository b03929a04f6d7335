import type { ServicePatch } from '../services.fields';

/** A service as a person would type it; say what the test is about. */
export function serviceBody(values: ServicePatch = {}): ServicePatch {
  return { service_name: 'Annual pump check', service_type: 'AMC', ...values };
}
