import { ProductPage } from '~/modules/catalogue/products/catalogue/screens/ProductPage';
import { recordParts } from './recordParts';

export default function ProductScreen() {
  return <ProductPage parts={recordParts} />;
}
