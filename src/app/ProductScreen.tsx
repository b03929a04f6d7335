import { ProductPage } from '~/modules/products/catalogue/screens/ProductPage';
import { recordParts } from './recordParts';

export default function ProductScreen() {
  return <ProductPage parts={recordParts} />;
}
