import { broken, SheetProblem } from './zip-reader';

/** What a part says, in its order. Names have no prefix. */
export interface XmlListener {
  /** `tag` holds the attributes (`attributesOf`); an empty element is opened and closed. */
  open?: (name: string, tag: string) => void;
  close?: (name: string) => void;
  /** A piece of a text, with its entities (`textOfXml`). */
  text?: (piece: string) => void;
}

const longestTag = 65_536;
const longestMark = '<![CDATA['.length;

const lessThan = 0x3c;
const greaterThan = 0x3e;
const doubleQuote = 0x22;
const singleQuote = 0x27;

/** Reads any XML as it arrives, and looks at each character a bounded number of times. */
export class XmlScanner {
  private rest = '';
  /** A tag that was cut through is looked at again when so much is there. */
  private enough = 0;
  /** What ends the comment, instruction or plain text that was begun. */
  private ending: string | null = null;

  constructor(private readonly listener: XmlListener) {}

  push(piece: string): void {
    const text = this.rest + piece;
    this.rest = text;
    if (text.length < this.enough) return;
    let at = 0;
    for (;;) {
      const next = this.ending === null ? this.step(text, at) : this.within(text, at, this.ending);
      if (next === null) return;
      at = next;
    }
  }

  /** Reads what waits for more. */
  end(): void {
    this.enough = 0;
    this.push('');
  }

  /** Where it continues; null where more has to arrive. */
  private step(text: string, from: number): number | null {
    const at = text.indexOf('<', from);
    const end = at < 0 ? text.length : at;
    if (end > from) this.listener.text?.(text.slice(from, end));
    if (at < 0) return this.wait('', 0);
    const second = text[at + 1];
    if (second === '!' || second === '?') return this.special(text, at);
    const close = endOfTag(text, at);
    if (close < 0) return this.wait(text.slice(at), 2);
    this.tag(text.slice(at + 1, close));
    return close + 1;
  }

  private special(text: string, at: number): number | null {
    const mark = text.slice(at, at + longestMark);
    if (mark.startsWith('<?')) return this.begin('?>', at + 2);
    if (mark.startsWith('<!--')) return this.begin('-->', at + 4);
    if (mark === '<![CDATA[') return this.begin(']]>', at + longestMark);
    // A sheet has no document type, and what it could define means nothing.
    if (mark.length === longestMark) throw new SheetProblem(broken);
    return this.wait(text.slice(at), 0);
  }

  private begin(ending: string, at: number): number {
    this.ending = ending;
    return at;
  }

  private within(text: string, from: number, ending: string): number | null {
    const at = text.indexOf(ending, from);
    const end = at < 0 ? Math.max(from, text.length - ending.length + 1) : at;
    if (ending === ']]>' && end > from) {
      this.listener.text?.(text.slice(from, end).replaceAll('&', '&amp;'));
    }
    if (at < 0) return this.wait(text.slice(end), 0);
    this.ending = null;
    return at + ending.length;
  }

  private wait(rest: string, times: number): null {
    if (rest.length > longestTag) throw new SheetProblem(broken);
    this.rest = rest;
    this.enough = rest.length * times;
    return null;
  }

  private tag(tag: string): void {
    if (tag.startsWith('/')) {
      this.listener.close?.(localName(tag.slice(1)));
      return;
    }
    const name = localName(tag);
    this.listener.open?.(name, tag);
    if (tag.endsWith('/')) this.listener.close?.(name);
  }
}

/** A `>` within quotes ends no tag. */
function endOfTag(text: string, from: number): number {
  let quote = 0;
  for (let at = from + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (quote !== 0) quote = code === quote ? 0 : quote;
    else if (code === greaterThan) return at;
    else if (code === doubleQuote || code === singleQuote) quote = code;
    else if (code === lessThan) throw new SheetProblem(broken);
  }
  return -1;
}

const space = 0x20;
const slash = 0x2f;
const colon = 0x3a;

function localName(tag: string): string {
  let from = 0;
  for (let at = 0; at < tag.length; at += 1) {
    const code = tag.charCodeAt(at);
    if (code <= space || code === slash) return tag.slice(from, at);
    if (code === colon) from = at + 1;
  }
  return tag.slice(from);
}
