const mostDays = 20;
const earliest = -90;
const latest = 365;

/**
 * The days after the due date (negative: before it) that someone typed, in order; null where they are none
 * (docs/product/receivables.md#reminders).
 */
export function reminderDays(typed: string): number[] | null {
  const texts = typed.split(/[\s,;]+/).filter((word) => word !== '');
  const days = [...new Set(texts.map((word) => Number(word.replace('−', '-'))))];
  const isWrong = (day: number) => !Number.isInteger(day) || day < earliest || day > latest;
  return days.length > mostDays || days.some(isWrong) ? null : days.sort((a, b) => a - b);
}

/** When customers are reminded, as a sentence; the days are in order. */
export function daysText(days: readonly number[]): string {
  const before = days.filter((day) => day < 0).map((day) => -day);
  const after = days.filter((day) => day > 0);
  const parts = [
    before.length > 0 ? `${listed(before)} before` : null,
    days.includes(0) ? 'on' : null,
    after.length > 0 ? `${listed(after)} after` : null,
  ].filter((part) => part !== null);
  if (parts.length === 0) return 'Without a day, no reminders are sent.';
  const [first, ...others] = parts;
  const texts = [
    `${first} the due date`,
    ...others.map((part) => (part === 'on' ? 'on the due date' : `${part} it`)),
  ];
  return `Customers are reminded ${series(texts, ', and ')}.`;
}

function listed(days: readonly number[]): string {
  return `${series(days.map(String), ' and ')} ${days.length === 1 && days[0] === 1 ? 'day' : 'days'}`;
}

function series(parts: readonly string[], last: string): string {
  const before = parts.slice(0, -1).join(', ');
  return [before, parts.at(-1) ?? ''].filter((part) => part !== '').join(last);
}
