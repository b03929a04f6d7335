import { describe, expect, it } from 'vitest';
import { StartError } from '~/kit/server/errors';
import { readConfig } from './config';

describe('the environment', () => {
  it('has the documented defaults', () => {
    expect(readConfig({}, [])).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      dataDir: expect.stringMatching(/\/data$/),
      databaseUrl: undefined,
      admin: { username: 'admin', email: 'admin@example.com', password: undefined },
      smtpUrl: undefined,
      publicUrl: 'http://127.0.0.1:3000',
      behindProxy: false,
      trustedProxies: [],
      provider: undefined,
      longListRows: 250_000,
      logLevel: 'info',
      demo: null,
    });
  });

  it('puts PUBLIC_URL into links, and takes it for a proxy in front', () => {
    const config = readConfig({ PUBLIC_URL: 'https://crm.example/some/path' }, ['--demo']);
    expect(config).toMatchObject({
      publicUrl: 'https://crm.example',
      behindProxy: true,
      demo: 'single',
    });
  });

  it('fills a company with one rate or by GST, and nothing else', () => {
    expect(readConfig({}, ['--demo=gst']).demo).toBe('gst');
    expect(() => readConfig({}, ['--demo=vat'])).toThrow(
      'Unknown option --demo=vat. Use --demo or --demo=gst for sample data',
    );
  });

  it('takes addresses and networks of proxies', () => {
    const named = '10.0.0.5, 192.168.0.0/16,2001:db8::1, 2001:db8::/32';
    expect(readConfig({ TRUSTED_PROXIES: named }, []).trustedProxies).toEqual([
      '10.0.0.5',
      '192.168.0.0/16',
      '2001:db8::1',
      '2001:db8::/32',
    ]);
  });

  const provider = { OIDC_ISSUER: 'https://id.example', OIDC_CLIENT_ID: 'crm' };

  it('takes a sign-in provider, whose roles count in their order', () => {
    const given = { OIDC_ROLE_MAP: '{"sellers":"Sales","*":"Viewer"}', OIDC_CREATE_USERS: 'true' };
    expect(readConfig({ ...provider, ...given }, []).provider).toEqual({
      issuer: 'https://id.example',
      clientId: 'crm',
      clientSecret: undefined,
      scope: 'openid email profile',
      roleClaim: 'groups',
      roles: [
        ['sellers', 'Sales'],
        ['*', 'Viewer'],
      ],
      createsUsers: true,
    });
    const local = { ...provider, OIDC_ISSUER: 'http://127.0.0.1:9000/realm' };
    expect(readConfig(local, []).provider).toMatchObject({ roles: null, createsUsers: false });
  });

  it.each([
    ['OIDC_ISSUER', 'http://id.example'],
    ['OIDC_ISSUER', 'http://127.0.0.1.id.example'],
    ['OIDC_ISSUER', 'https://id.example/?a=1'],
    ['OIDC_ISSUER', 'id.example'],
    ['OIDC_CLIENT_ID', ''],
    ['OIDC_SCOPE', 'email profile'],
    ['OIDC_ROLE_MAP', '{}'],
    ['OIDC_ROLE_MAP', '["Sales"]'],
    ['OIDC_ROLE_MAP', '{"a":1}'],
    ['OIDC_ROLE_MAP', 'sellers=Sales'],
    ['OIDC_CREATE_USERS', 'yes'],
    ['OIDC_CREATE_USERS', 'true'],
  ])('stops the start at a wrong %s of a provider', (name, value) => {
    const wrong = () => readConfig({ ...provider, [name]: value }, []);
    expect(wrong).toThrow(StartError);
    expect(wrong).toThrow(new RegExp(`^${name} `));
  });

  it.each([
    ['TRUSTED_PROXIES', 'proxy.example.com'],
    ['TRUSTED_PROXIES', '10.0.0.0/33'],
    ['TRUSTED_PROXIES', '0.0.0.0/0'],
    ['TRUSTED_PROXIES', '10.0.0.5, 10.0.0.300'],
    ['PORT', 'eighty'],
    ['PORT', '70000'],
    ['PORT', '-1'],
    ['HOST', 'not a host'],
    ['DATABASE_URL', 'mysql://db/crm'],
    ['DATABASE_URL', 'nonsense'],
    ['DATABASE_DIRECT_URL', 'mysql://db/crm'],
    ['DATABASE_DIRECT_URL', 'postgres://db/crm'],
    ['DATABASE_REPLICA_URL', 'postgres://db/crm'],
    ['SMTP_URL', 'http://mail'],
    ['SMTP_URL', 'smtp://user:secret@mail?pool=true'],
    ['SMTP_URL', 'smtp://user:%zz@mail'],
    ['SMTP_URL', 'smtp://mail/box'],
    ['PUBLIC_URL', 'crm.example'],
    ['MAIL_FROM', 'nobody'],
    ['ADMIN_EMAIL', 'nobody'],
    ['ADMIN_EMAIL', 'admin@example'],
    ['ADMIN_USERNAME', 'x'],
    ['ADMIN_PASSWORD', '12345'],
    ['LOG_LEVEL', 'loud'],
    ['LONG_LIST_ROWS', 'many'],
    ['FILES_GB', '-1'],
    ['FILES_GB', '1000001'],
  ])('stops the start at a wrong %s with one line that names it', (name, value) => {
    const read = () => readConfig({ [name]: value }, []);
    expect(read).toThrow(StartError);
    expect(read).toThrow(new RegExp(`^${name}[^\\n]*$`));
  });

  it('never repeats a value that may hold a password', () => {
    expect(() => readConfig({ DATABASE_URL: 'mysql://crm:secret@db/crm' }, [])).not.toThrow(
      /secret/,
    );
    expect(() => readConfig({ DATABASE_URL: 'mysql://crm:secret@db/crm' }, [])).toThrow(
      /DATABASE_URL/,
    );
  });
});
