import type { Copy } from './copies';
import { freePorts, type Services, until } from './services';

/** A proxy that gives each request to another copy of the server, and asks them for their health. */
export async function startWebProxy(services: Services, copies: readonly Copy[]): Promise<string> {
  const [port = 0] = await freePorts(1);
  const refusal = '{"success":false,"code":"server.busy","error":"Please try again."}';
  const file = services.writeFile(
    'web.cfg',
    `defaults
  mode http
  timeout connect 2s
  timeout client 2m
  timeout server 2m
  timeout check 2s
  option redispatch
  retries 2
frontend web
  bind 127.0.0.1:${port}
  http-error status 502 content-type application/json string '${refusal}'
  http-error status 503 content-type application/json string '${refusal}'
  http-after-response set-status 503 if { status 502 }
  default_backend copies
backend copies
  balance roundrobin
  option httpchk GET /api/health
  option forwardfor
  default-server inter 500ms fall 2 rise 1
${copies.map((copy, at) => `  server copy-${at} 127.0.0.1:${copy.port} check`).join('\n')}
`,
  );
  services.start('web', 'haproxy', ['-db', '-f', file]);
  const url = `http://127.0.0.1:${port}`;
  await until('the copies behind haproxy', async () =>
    (await fetch(`${url}/api/health`)).ok ? true : null,
  );
  return url;
}
