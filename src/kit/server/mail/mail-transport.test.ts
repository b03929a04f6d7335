import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { simpleParser } from 'mailparser';
import type { SMTPServerOptions } from 'smtp-server';
import { afterEach, expect, test } from 'vitest';
import { readSmtpUrl } from './mail-smtp';
import { createTransport } from './mail-transport';
import type { OutgoingMail } from './mail-message';
import {
  hangUpInside,
  type MailServer,
  startFakeServer,
  startMailServer,
  transportTo,
} from '~/kit/server/testing/test-mail-server';

const from = 'Manufacturing CRM <no-reply@localhost>';
const date = new Date('2026-11-21T09:00:00Z');
const mail: OutgoingMail = {
  id: 7,
  messageId: '6f1c1c0e-6a3b-4b5e-9d6c-0f8f2b9a1d11',
  to: 'buyer@example.com',
  subject: 'Invoice',
  text: 'Please find the invoice.',
  html: null,
  attachments: [],
  date,
};
const content = Buffer.from([0, 1, 2, 13, 10, 46, 13, 10, 255]);
const rich: OutgoingMail = {
  ...mail,
  subject: 'Rechnung für Müller – ₹1,45,678.67 '.repeat(4).trim(),
  text: 'Grüße\n.\nfrom ₹ land',
  html: '<p>Grüße</p>',
  attachments: [{ filename: 'Rechnung März.pdf', contentType: 'application/pdf', content }],
};
const cleanups: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function start(
  options: SMTPServerOptions = {},
  replyCodes: number[] = [],
): Promise<MailServer> {
  const server = await startMailServer(options, replyCodes);
  cleanups.push(server.close);
  return server;
}

async function startFake(speak: Parameters<typeof startFakeServer>[0]): Promise<string> {
  const server = await startFakeServer(speak);
  cleanups.push(server.close);
  return server.url;
}

async function saveAsFile(saved: OutgoingMail): Promise<{ file: string; lines: string }> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'crm-mail-'));
  cleanups.push(() => rm(dataDir, { recursive: true }));
  const lines: unknown[] = [];
  const keep = (detail: unknown, line: string) => lines.push([detail, line]);
  const transport = createTransport({ dataDir, from, log: { info: keep, warn: keep } });
  expect(await transport.deliver(saved)).toEqual({ outcome: 'accepted' });
  const files = await readdir(path.join(dataDir, 'outbox'));
  expect(files).toEqual(['2026-11-21T09-00-00-000Z-7.eml']);
  return { file: path.join(dataDir, 'outbox', files[0] ?? ''), lines: JSON.stringify(lines) };
}

test('a mail arrives as it was written, over SMTP as in a file', async () => {
  const { url, received } = await start();
  expect(await transportTo(url).deliver(rich)).toEqual({ outcome: 'accepted' });
  const { file } = await saveAsFile(rich);
  for (const arrived of [received[0], await simpleParser(await readFile(file))]) {
    expect(arrived?.subject).toBe(rich.subject);
    expect(arrived?.text?.trim()).toBe(rich.text);
    expect(arrived?.html).toContain(rich.html);
    expect(arrived?.to).toMatchObject({ text: 'buyer@example.com' });
    expect(arrived?.date).toEqual(date);
    expect(arrived?.attachments.map((each) => each.filename)).toEqual(['Rechnung März.pdf']);
    expect(arrived?.attachments[0]?.content.equals(content)).toBe(true);
  }
  expect(received[0]?.from?.text).toBe('"Sales" <sales@example.com>');
  expect(received[0]?.messageId).toBe(`<${mail.messageId}@example.com>`);
});

test('a mail in a file is for its owner only, and the log tells where it is but not what it says', async () => {
  const link = 'https://crm.example.com/login?reset=secret';
  const { file, lines } = await saveAsFile({ ...mail, text: link });
  expect((await stat(file)).mode & 0o077).toBe(0);
  expect((await stat(path.dirname(file))).mode & 0o077).toBe(0);
  expect(lines).toContain(file);
  expect(lines).not.toContain('secret');
});

test('a folder that cannot be written to postpones the mail', async () => {
  const log = { info: () => undefined, warn: () => undefined };
  const transport = createTransport({ dataDir: '/dev/null', from, log });
  expect(await transport.deliver(mail)).toMatchObject({ outcome: 'postponed', away: true });
});

test.each([
  [550, 'refused', undefined],
  [554, 'refused', undefined],
  [503, 'postponed', false],
  [451, 'postponed', false],
  [421, 'postponed', true],
])('a recipient answered with %i is %s', async (code, outcome, away) => {
  const { url } = await start({}, [code]);
  const delivery = await transportTo(url).deliver(mail);
  const verb = outcome === 'refused' ? 'refused' : 'answered';
  const error = `The mail server ${verb}: ${code} Not now or never`;
  expect(delivery).toEqual({ outcome, error, ...(away === undefined ? {} : { away }) });
});

test.each([
  [552, 'refused'],
  [452, 'postponed'],
])('a whole mail answered with %i is %s', async (responseCode, outcome) => {
  const { url } = await start({
    onData: (stream, _session, done) => {
      stream.resume().on('end', () => done(Object.assign(new Error('No room'), { responseCode })));
    },
  });
  expect(await transportTo(url).deliver(mail)).toMatchObject({ outcome });
});

test('a server with an untrusted certificate, or without TLS where it is required, gets no mail', async () => {
  const inClear = await start();
  // The certificate that the server program brings along is signed on its own.
  const unknown = await start({ hideSTARTTLS: false });
  for (const url of [`${inClear.url}?requireTLS=true`, `${unknown.url}?requireTLS=true`])
    expect(await transportTo(url).deliver(mail)).toMatchObject({
      outcome: 'postponed',
      away: true,
    });
  expect([...inClear.received, ...unknown.received]).toEqual([]);
  const trusting = transportTo(`${unknown.url}?requireTLS=true&tls.rejectUnauthorized=false`);
  expect(await trusting.deliver(mail)).toEqual({ outcome: 'accepted' });
});

test('a server that took the whole mail and never answers leaves the outcome unknown', async () => {
  const { url } = await start({ closeTimeout: 1, onData: (stream) => void stream.resume() });
  expect(await transportTo(url, [], 300).deliver(mail)).toEqual({ outcome: 'unknown' });
});

test('a connection that breaks in the middle of a mail is not a delivery', async () => {
  const url = await startFake(hangUpInside);
  const big = {
    filename: 'big',
    contentType: 'application/octet-stream',
    content: Buffer.alloc(8_000_000),
  };
  const delivery = await transportTo(url).deliver({ ...mail, attachments: [big] });
  expect(delivery).toMatchObject({ outcome: 'postponed', away: true });
});

test('a server that says nothing is waited for no longer than the limit', async () => {
  const url = await startFake(() => undefined);
  const delivery = await transportTo(url, [], 200).deliver(mail);
  expect(delivery).toEqual({
    outcome: 'postponed',
    error: 'The mail server did not respond in time',
    away: true,
  });
});

test('closing breaks off what was not handed over yet, and takes no more', async () => {
  let connected = 0;
  const url = await startFake(() => {
    connected += 1;
  });
  const transport = transportTo(url, [], 60_000);
  const delivery = transport.deliver(mail);
  await expect.poll(() => connected).toBe(1);
  transport.close();
  expect(await delivery).toMatchObject({ outcome: 'postponed', away: true });
  expect(await transport.deliver(mail)).toMatchObject({ outcome: 'postponed', away: true });
  expect(connected).toBe(1);
});

test('the name and password of the mail server are in no error and no log line', async () => {
  const { url } = await start({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) => {
      const encoded = Buffer.from(`\0${username}\0${password}`).toString('base64');
      done(new Error(`no ${username} with ${password} or ${encoded}`));
    },
  });
  const lines: unknown[] = [];
  const withSecrets = url.replace('smtp://', 'smtp://mailer:s%23cret%2Fpass@');
  const delivery = await transportTo(withSecrets, lines).deliver(mail);
  expect(delivery).toMatchObject({
    outcome: 'postponed',
    away: true,
    error: 'The mail server answered: 535 no *** with *** or ***',
  });
  const logged = JSON.stringify([delivery, lines]);
  const encoded = Buffer.from('\0mailer\0s#cret/pass').toString('base64');
  for (const secret of ['mailer', 's#cret', 's%23cret', encoded])
    expect(logged).not.toContain(secret);
  expect(lines).toHaveLength(1);
});

test('neither an address nor a name of an inner network is shown, and the log has both', async () => {
  const refusing = await start({
    onRcptTo: (_address, _session, done) => {
      const text = 'No priya@firm.local here, says relay07.firm.local [10.1.2.3]';
      done(Object.assign(new Error(text), { responseCode: 550 }));
    },
  });
  const refused = await transportTo(refusing.url).deliver(mail);
  const error = 'The mail server refused: 550 No priya@firm.local here, says *** [***]';
  expect(refused).toEqual({ outcome: 'refused', error });
  const closed = await startMailServer();
  await closed.close();
  const lines: unknown[] = [];
  const away = await transportTo(closed.url, lines).deliver(mail);
  expect(away).toMatchObject({
    error: 'The mail server cannot be reached: the connection was refused',
  });
  expect(JSON.stringify(lines)).toContain(`connect ECONNREFUSED ${new URL(closed.url).host}`);
});

test.each([
  'http://mail.example.com',
  'smtp://user:hidden',
  'smtp://user:12#hidden@mail.example.com',
  'smtp://user:hidden%@mail.example.com',
  'smtp://user:hidden@mail.example.com/path',
  'smtp://user:hidden@mail.example.com?pool=true',
  'smtp://user:hidden@mail.example.com?requireTLS=hidden',
])('SMTP_URL %s stops the start and is not repeated', (smtpUrl) => {
  expect(() => transportTo(smtpUrl)).toThrow(/^SMTP_URL must look like (?!.*hidden)/);
});

test.each([
  ['smtp://mail.example.com', true],
  ['smtp://10.0.0.5:587', true],
  ['smtp://mail.example.com?requireTLS=false', false],
  ['smtp://mail.example.com?ignoreTLS=true', false],
  ['smtp://127.0.0.1:25', false],
  ['smtp://[::1]', false],
  ['smtp://localhost:1025', false],
])('%s needs TLS before anything is said: %j', (smtpUrl, needed) => {
  expect(readSmtpUrl(smtpUrl).options.requireTLS).toBe(needed);
});

test.each([
  '',
  'nobody',
  'a@example.com, b@example.com',
  'A <a@example.com>\r\nBcc: b@example.com',
])('MAIL_FROM %j stops the start', (wrong) => {
  const log = { info: () => undefined, warn: () => undefined };
  expect(() => createTransport({ dataDir: '/nowhere', from: wrong, log })).toThrow(
    /^MAIL_FROM must be/,
  );
});
