import { stateProblem, stateText } from './states.rules';

/** Who has it: a business, a government department, a body of the United Nations or an embassy, a tax deductor. */
export type GstinForm = 'regular' | 'government' | 'un_body' | 'deductor';

export type GstinReading =
  | {
      ok: true;
      form: GstinForm;
      /** The code of the state, such as `27`. */
      state: string;
      /** Null where another number than a PAN follows the state. */
      pan: string | null;
    }
  | { ok: false; wrong: string };

const forms: readonly [form: GstinForm, pattern: RegExp][] = [
  ['deductor', /^[0-9]{2}[A-Z]{4}[0-9A-Z][0-9]{4}[A-Z][1-9A-Z]D[0-9A-Z]$/],
  ['regular', /^[0-9]{2}[A-Z]{5}[0-9]{4}[A-Z][1-9A-Z][Z1-9ABD-J][0-9A-Z]$/],
  ['government', /^[0-9]{2}[A-Z]{4}[0-9]{5}[A-Z][0-9]Z[0-9]$/],
  ['un_body', /^[0-9]{4}[A-Z]{3}[0-9]{5}[UO]N[0-9A-Z]$/],
];

const panPattern = /^[A-Z]{5}[0-9]{4}[A-Z]$/;

/** What a GSTIN, in capitals without spaces, says of its holder, or what is wrong with it (docs/product/company.md#gstin). */
export function readGstin(gstin: string): GstinReading {
  if (!/^[0-9A-Z]{15}$/.test(gstin)) return no('A GSTIN has 15 letters and digits.');
  const form = gstinForm(gstin);
  if (form === null) {
    return no('It must be a two-digit state code, a PAN and three more characters.');
  }
  const state = gstin.slice(0, 2);
  const problem = stateProblem(state);
  if (problem !== null) return no(problem);
  if (gstin !== completeGstin(gstin.slice(0, 14))) {
    return no('The check digit is wrong. Please compare it with the certificate.');
  }
  const pan = gstin.slice(2, 12);
  return { ok: true, form, state, pan: panPattern.test(pan) ? pan : null };
}

/** Whose GSTIN a text of capitals may be by its form alone; null for none. */
export function gstinForm(text: string): GstinForm | null {
  return forms.find(([, pattern]) => pattern.test(text))?.[0] ?? null;
}

interface Located {
  gstin: string | null;
  state_code: string | null;
}

/**
 * The state of a company or a customer after a change: the one chosen, else that of its GSTIN; `wrong` where the two
 * contradict each other (docs/product/company.md#gstin).
 */
export function stateAfter(
  before: Located,
  sent: { [K in keyof Located]?: Located[K] | undefined },
): { state: string | null; wrong: string | null } {
  const { gstin = before.gstin, state_code: chosen = before.state_code } = sent;
  if (sent.gstin === undefined && sent.state_code === undefined) {
    return { state: before.state_code, wrong: null };
  }
  const reading = readGstin(gstin ?? '');
  if (!reading.ok) return { state: chosen, wrong: null };
  const isChosen = chosen !== null && chosen !== before.state_code;
  if (!isChosen || chosen === reading.state) return { state: reading.state, wrong: null };
  return { state: chosen, wrong: stateContradiction(reading.state, chosen) };
}

/** What a state chosen in addition to that of a GSTIN says against it, or null; '' where none is chosen. */
export function stateContradiction(registered: string, chosen: string): string | null {
  if (chosen === '' || chosen === registered) return null;
  return `The GSTIN is from ${stateText(registered)}, not from ${stateText(chosen)}`;
}

function no(wrong: string): GstinReading {
  return { ok: false, wrong };
}

const characters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** The first 14 characters of a GSTIN with its check character (Luhn's sum to base 36). */
export function completeGstin(first14: string): string {
  let sum = 0;
  for (const [at, character] of Array.from(first14).entries()) {
    const product = characters.indexOf(character) * (at % 2 === 0 ? 1 : 2);
    sum += Math.floor(product / 36) + (product % 36);
  }
  return first14 + characters.charAt((36 - (sum % 36)) % 36);
}
