import { type Caller, makeRecord } from '~/kit/server/testing/test-calls';
import type { Service, ServicePatch } from '../services.fields';

export function serviceBody(values: ServicePatch = {}): ServicePatch {
  return { service_name: 'Annual pump check', service_type: 'AMC', ...values };
}

export function makeService(caller: Caller, values: ServicePatch = {}): Promise<Service> {
  return makeRecord<Service>(caller, '/services', serviceBody(values));
}
