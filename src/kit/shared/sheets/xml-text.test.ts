import { expect, test } from 'vitest';
import { textOfXml } from './xml-text';

test.each([
  ['&lt;b&gt; &amp; &#65;&#x42;', '<b> & AB'],
  ['&nbsp; &valueOf; &toString;', '&nbsp; &valueOf; &toString;'],
  ['a_x000D_b', 'a\rb'],
  ['&#9999999;', '\ufffd'],
])('%s is %s', (xml, text) => {
  expect(textOfXml(xml)).toBe(text);
});
