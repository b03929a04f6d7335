import { longestCell } from '~/kit/shared/csv/csv-reader';
import { SheetProblem } from './zip-reader';

const mostTexts = 4_000_000;
const mostBytes = 67_108_864;
const blockLength = 65_536;
/** Each block has fewer characters. */
const stride = 131_072;
const wide = /[^\u0000-\u00ff]/;

/**
 * Texts by their numbers, packed into blocks: a string for each would take several times their size. A text longer
 * than a cell can be is kept one character too long.
 */
export class TextStore {
  private readonly blocks: string[] = [];
  private open = '';
  private bytes = 0;
  private count = 0;
  private positions = new Uint32Array(1024);

  add(text: string): void {
    if (this.count === mostTexts) throw new SheetProblem('This Excel file has too much text');
    if (this.count === this.positions.length) {
      const positions = new Uint32Array(this.count * 2);
      positions.set(this.positions);
      this.positions = positions;
    }
    this.positions[this.count] = this.blocks.length * stride + this.open.length;
    this.count += 1;
    this.open += text.slice(0, longestCell + 1);
    if (this.open.length >= blockLength) this.seal();
  }

  /** Null where there is none of the number. */
  at(number: number): string | null {
    const range = this.rangeOf(number);
    return range && range.text.slice(range.from, range.to);
  }

  /** How long the text of the number is. */
  lengthAt(number: number): number {
    const range = this.rangeOf(number);
    return range ? range.to - range.from : 0;
  }

  private rangeOf(number: number) {
    const position = number < this.count ? this.positions[number] : undefined;
    if (position === undefined) return null;
    const block = Math.floor(position / stride);
    const text = this.blocks[block] ?? this.open;
    const next = number + 1 < this.count ? this.positions[number + 1] : undefined;
    const isWithin = next !== undefined && Math.floor(next / stride) === block;
    return { text, from: position % stride, to: isWithin ? next % stride : text.length };
  }

  private seal(): void {
    this.bytes += this.open.length * (wide.test(this.open) ? 2 : 1);
    if (this.bytes > mostBytes) {
      throw new SheetProblem('This Excel file has too much text. Import it in parts, or as CSV.');
    }
    this.blocks.push(this.open);
    this.open = '';
  }
}
