export { deliveries } from './deliveries.queries';
