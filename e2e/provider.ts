import {
  startTestProvider,
  testClient,
  type TestProvider,
} from '../src/kit/server/testing/test-provider';
import { type Product, startProduct } from './product';

/** A product that has single sign-on, at a provider where `asha` is its administrator. */
export async function startWithProvider(): Promise<{ provider: TestProvider; product: Product }> {
  const environment: Record<string, string> = {};
  const provider = await startTestProvider(
    () => `${environment['PUBLIC_URL']}/api/auth/oidc/callback`,
  );
  provider.people['asha'] = { email: 'admin@example.com', email_verified: true };
  const product = await startProduct(environment);
  Object.assign(environment, {
    PUBLIC_URL: product.url,
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: testClient.id,
    OIDC_CLIENT_SECRET: testClient.secret,
  });
  await product.restart();
  return { provider, product };
}
