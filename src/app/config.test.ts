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
      logLevel: 'info',
      demo: false,
    });
  });

  it('puts PUBLIC_URL into links, and takes it for a proxy in front', () => {
    const config = readConfig({ PUBLIC_URL: 'https://crm.example/some/path' }, ['--demo']);
    expect(config).toMatchObject({
      publicUrl: 'https://crm.example',
      behindProxy: true,
      demo: true,
    });
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
    ['SMTP_URL', 'http://mail'],
    ['PUBLIC_URL', 'crm.example'],
    ['MAIL_FROM', 'nobody'],
    ['ADMIN_EMAIL', 'nobody'],
    ['ADMIN_EMAIL', 'admin@example'],
    ['ADMIN_USERNAME', 'x'],
    ['ADMIN_PASSWORD', '12345'],
    ['LOG_LEVEL', 'loud'],
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
