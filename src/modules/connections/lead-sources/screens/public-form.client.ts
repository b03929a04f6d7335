import { type FormChallenge, solve } from '../challenges.rules';

/** The script of `/f/{token}`, a separate file: it solves the challenge while the visitor types, and sends the form. */
interface Problems {
  error?: string;
  code?: string;
  details?: { field?: string; message: string }[];
}

interface Envelope<T> extends Problems {
  data: T;
}

type SignedChallenge = FormChallenge & { algorithm: string; signature: string };
type Thanks = { thanks: string | null; redirect_url: string | null };

const leastMs = 2200;
const mostMs = 540_000;

const pauseFor = (ms: number) => new Promise((done) => setTimeout(done, ms));

const form = document.querySelector<HTMLFormElement>('form[data-token]');
if (form) serve(form);

function serve(form: HTMLFormElement): void {
  const address = `/api/public/forms/${form.dataset['token']}`;
  const button = form.querySelector('button');
  let prepared = prepare(address);
  // A challenge that could not be loaded is requested again when the form is sent.
  prepared.catch(() => undefined);
  const send = async (isRepeated: boolean): Promise<void> => {
    let solved = await prepared.catch(() => null);
    if (!solved || performance.now() - solved.at > mostMs)
      solved = await (prepared = prepare(address));
    // People whose browser fills the form in are as fast as programs.
    await pauseFor(Math.max(0, solved.at + leastMs - performance.now()));
    const response = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ values: valuesOf(form), altcha: solved.altcha }),
    });
    const body = (await response.json()) as Envelope<Thanks>;
    if (response.ok) return thank(form, body.data);
    if (body.code === 'form.check_failed' && !isRepeated) {
      prepared = prepare(address);
      return send(true);
    }
    showErrors(form, body);
  };
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (button?.disabled || !isComplete(form)) return;
    if (button) [button.disabled, button.textContent] = [true, 'Sending…'];
    send(false)
      .catch(() => showErrors(form, { error: 'The form could not be sent. Please try again.' }))
      .finally(() => {
        if (button) [button.disabled, button.textContent] = [false, 'Send'];
      });
  });
}

async function prepare(address: string): Promise<{ altcha: string; at: number }> {
  const response = await fetch(address);
  const { data } = (await response.json()) as Envelope<{ challenge: SignedChallenge }>;
  const at = performance.now();
  const number = await solve(data.challenge, () => pauseFor(0));
  return { altcha: btoa(JSON.stringify({ ...data.challenge, number })), at };
}

type Input = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

function inputsOf(form: HTMLFormElement): Input[] {
  return [...form.querySelectorAll<Input>('input, textarea, select')];
}

function valuesOf(form: HTMLFormElement): Record<string, string> {
  const typed = inputsOf(form).filter(({ value }) => value.trim() !== '');
  return Object.fromEntries(typed.map(({ name, value }) => [name, value]));
}

function isComplete(form: HTMLFormElement): boolean {
  const missing = inputsOf(form).filter(({ required, value }) => required && value.trim() === '');
  const details = missing.map((input) => {
    const label = input.labels?.[0]?.firstChild?.textContent?.trim() ?? '';
    return { field: input.name, message: `${label} is required` };
  });
  showErrors(form, { details });
  return missing.length === 0;
}

/** Shows each problem at its field and moves there; others at the end of the form. */
function showErrors(form: HTMLFormElement, { error = '', details = [] }: Problems) {
  const messageOf = (name: string) => details.find(({ field }) => field === name)?.message ?? '';
  const wrong = inputsOf(form).filter((input) => {
    const message = messageOf(input.name);
    const text = document.getElementById(`${input.name}-error`);
    if (text) text.textContent = message;
    input.toggleAttribute('aria-invalid', message !== '');
    if (message !== '') input.setAttribute('aria-invalid', 'true');
    return message !== '';
  });
  const message = form.querySelector('.message');
  if (message) message.textContent = wrong.length > 0 ? '' : error;
  wrong[0]?.focus();
}

function thank(form: HTMLFormElement, { thanks, redirect_url: target }: Thanks): void {
  if (target !== null) {
    location.assign(target);
    return;
  }
  form.hidden = true;
  const shown = document.querySelector<HTMLElement>('.thanks');
  if (!shown) return;
  shown.textContent = thanks ?? 'Thank you. We will be in touch.';
  shown.focus();
}
