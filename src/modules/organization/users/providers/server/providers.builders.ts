import type { Envelope } from '~/kit/server/testing/test-calls';
import { pageOrigin } from '../../factors/server/passkeys.builders';
import type { Ways } from '../providers.fields';

/** Where browsers believe to be; passkeys work there, too. */
export const publicUrl = pageOrigin;

export interface Shown {
  url: URL;
  status: number;
  text: string;
}

/** Follows redirects and keeps cookies, as a browser does; pages of the product itself are not loaded. */
export interface Browser {
  open: (address: string, form?: Record<string, string>) => Promise<Shown>;
  /** The same, but gives the address at which the provider sends the browser back, without going there. */
  openUntilBack: (address: string, form?: Record<string, string>) => Promise<string>;
  call: <T>(
    method: string,
    path: string,
    body?: object,
  ) => Promise<Envelope<T> & { status: number }>;
  /** Begins to sign in and gives where that ends: at the provider's form, or back in the product. */
  begin: (to?: string) => Promise<Shown>;
  /** Begins, and types a name into the provider's form where it asks. */
  signIn: (name: string, to?: string) => Promise<Shown>;
  ways: (refused?: string) => Promise<Ways>;
}

const mostRedirects = 20;

type Send = (url: URL, options: RequestInit) => Promise<Response>;

/** Sends each host the cookies that it set; `publicUrl` is replaced by the address of the test's server. */
function createCookieJars(server: { url: string }): Send {
  const jars = new Map<string, Map<string, string>>();
  return async (url, options) => {
    const jar = jars.get(url.host) ?? new Map<string, string>();
    jars.set(url.host, jar);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { ...options.headers, cookie };
    const address = url.href.replace(publicUrl, server.url);
    const response = await fetch(address, { ...options, headers, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '' || /expires=thu, 01 jan 1970/i.test(line)) jar.delete(name);
      else jar.set(name, value);
    }
    return response;
  };
}

interface Followed {
  form?: Record<string, string> | undefined;
  isEnd: (url: URL) => boolean;
}

async function follow(send: Send, address: string, { form, isEnd }: Followed): Promise<Shown> {
  let url = new URL(address, publicUrl);
  let options: RequestInit = form ? { method: 'POST', body: new URLSearchParams(form) } : {};
  for (let followed = 0; followed < mostRedirects; followed += 1) {
    if (isEnd(url)) return { url, status: 200, text: '' };
    const response = await send(url, options);
    const to = response.headers.get('location');
    if (to === null) return { url, status: response.status, text: await response.text() };
    await response.body?.cancel();
    url = new URL(to, url);
    options = {};
  }
  throw new Error(`Redirects without an end: ${url.href}`);
}

export function createBrowser(server: { url: string }): Browser {
  const send = createCookieJars(server);
  const isPage = (url: URL) => url.origin === publicUrl && !url.pathname.startsWith('/api/');
  const open: Browser['open'] = (address, form) => follow(send, address, { form, isEnd: isPage });
  const begin: Browser['begin'] = (to) =>
    open(`/api/auth/oidc/start${to === undefined ? '' : `?to=${encodeURIComponent(to)}`}`);
  const call: Browser['call'] = async <T>(method: string, path: string, body?: object) => {
    const response = await send(new URL(`/api${path}`, publicUrl), {
      method,
      headers: body ? { 'content-type': 'application/json' } : {},
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return { ...((await response.json()) as Envelope<T>), status: response.status };
  };
  return {
    open,
    openUntilBack: async (address, form) => {
      const isEnd = (url: URL) => url.origin === publicUrl;
      return (await follow(send, address, { form, isEnd })).url.href;
    },
    call,
    begin,
    signIn: async (name, to) => {
      const shown = await begin(to);
      const isPrompt = shown.url.pathname.startsWith('/interaction/');
      return isPrompt ? open(shown.url.href, { login: name }) : shown;
    },
    ways: async (refused) => {
      const query = refused === undefined ? '' : `?refused=${refused}`;
      return (await call<Ways>('GET', `/auth/ways${query}`)).data;
    },
  };
}

/** What a page of the product was opened with: its path and query. */
export function pathOf({ url }: Shown): string {
  return url.origin === publicUrl ? url.pathname + url.search : url.href;
}
