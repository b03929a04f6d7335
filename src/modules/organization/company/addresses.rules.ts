import { isIndia } from './countries.rules';
import { type GstinForm, readGstin, stateContradiction } from './gstin.rules';
import { pinDoubt } from './pins.rules';
import { stateProblem, stateText } from './states.rules';
import { plainCode } from './tax-ids.rules';

/** What is said of an input while it is typed in: what it means, or what is doubtful about it. */
export interface Note {
  text: string;
  isDoubt: boolean;
}

/** What is typed of where a company, a customer or an address is; all may be empty. */
export interface TypedAddress {
  gstin: string;
  state: string;
  pin: string;
  country: string;
}

const nothing: Note = { text: '', isDoubt: false };

const holders: Record<GstinForm, string> = {
  regular: '',
  government: 'Government department, ',
  un_body: 'UN body or embassy, ',
  deductor: 'Tax deductor, ',
};

/** How GSTIN, state and PIN code read, each and against each other (docs/product/company.md#said-while-typing). */
export function addressNotes(address: TypedAddress): Record<'gstin' | 'state' | 'pin', Note> {
  const registered = stateOfGstin(address.gstin);
  const against = registered === null ? null : stateContradiction(registered, address.state);
  return {
    gstin: gstinNote(address.gstin),
    state: against === null ? nothing : doubt(against),
    pin: pinNote(address, address.state || registered),
  };
}

/** The state that a valid GSTIN names; null for any other text. */
export function stateOfGstin(text: string): string | null {
  const reading = readGstin(plainCode(text));
  return reading.ok ? reading.state : null;
}

/** What a GSTIN says of its holder, or what is wrong with it as far as it is typed. */
function gstinNote(text: string): Note {
  const plain = plainCode(text);
  if (plain.length < 15) {
    const problem = plain.length < 2 ? null : stateProblem(plain.slice(0, 2));
    return problem === null ? nothing : doubt(problem);
  }
  const reading = readGstin(plain);
  if (!reading.ok) return doubt(`This GSTIN is not valid. ${reading.wrong}`);
  const { form, state, pan } = reading;
  const holder = `${holders[form]}${stateText(state)}`;
  return { text: pan === null ? holder : `${holder}, PAN ${pan}`, isDoubt: false };
}

function pinNote({ pin, country }: TypedAddress, state: string | null): Note {
  const isAbroad = country.trim() !== '' && !isIndia(country);
  const problem = isAbroad ? null : pinDoubt(pin, state);
  return problem === null ? nothing : doubt(problem);
}

function doubt(text: string): Note {
  return { text, isDoubt: true };
}
