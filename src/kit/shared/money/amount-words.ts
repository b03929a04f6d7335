import { toPaise } from './money';
import { unreadable } from './numbers';

const small = [
  'Zero',
  'One',
  'Two',
  'Three',
  'Four',
  'Five',
  'Six',
  'Seven',
  'Eight',
  'Nine',
  'Ten',
  'Eleven',
  'Twelve',
  'Thirteen',
  'Fourteen',
  'Fifteen',
  'Sixteen',
  'Seventeen',
  'Eighteen',
  'Nineteen',
] as const;
const tens = [
  '',
  '',
  'Twenty',
  'Thirty',
  'Forty',
  'Fifty',
  'Sixty',
  'Seventy',
  'Eighty',
  'Ninety',
] as const;

/** The Indian steps, largest first; crores are counted in full ("Twelve Thousand Crore"). */
const steps = [
  [10_000_000, 'Crore'],
  [100_000, 'Lakh'],
  [1000, 'Thousand'],
  [100, 'Hundred'],
] as const;

/** An amount in rupees as it is written on Indian invoices: "Rupees One Lakh Two Hundred and Five Paise Only". */
export function rupeesInWords(amount: number): string {
  if (!Number.isFinite(amount)) return unreadable;
  const paise = Math.abs(toPaise(amount));
  const rupees = Math.floor(paise / 100);
  const rest = paise % 100;
  const texts = [`Rupees ${spelled(rupees)}`, ...(rest > 0 ? [`${spelled(rest)} Paise`] : [])];
  return `${amount < 0 ? 'Minus ' : ''}${texts.join(' and ')} Only`;
}

function spelled(count: number): string {
  if (count < 20) return small[count] ?? '';
  if (count < 100) {
    const ones = count % 10;
    return `${tens[Math.floor(count / 10)] ?? ''}${ones > 0 ? `-${small[ones] ?? ''}` : ''}`;
  }
  const step = steps.find(([size]) => count >= size) ?? steps[3];
  const [size, name] = step;
  const rest = count % size;
  const head = `${spelled(Math.floor(count / size))} ${name}`;
  return rest > 0 ? `${head} ${spelled(rest)}` : head;
}
