import { hostileTexts } from './hostile-values';
import type { Random } from './random';

export interface Upload {
  type: string;
  body: Buffer;
}

const boundary = 'boundary';

const csvHead = 'product_name,sku_code,unit_price,stock_quantity';

const csvs: readonly string[] = [
  '',
  '\u0000\u0000',
  csvHead,
  `${csvHead}\n`,
  `${csvHead}\nBolt,B-1,1,1`,
  `${csvHead}\n"Bolt,B-1,1,1`,
  `${csvHead}\n"Bolt"",""B"",1,1\n`,
  `${csvHead}\nBolt,B-2,NaN,-1\nBolt,B-2,1e309,99999999999\n`,
  `${csvHead}\nBolt\u0000,B-3,1,1\n`,
  `\ufeff${csvHead}\r\rBolt;B-4;1,5;1\r`,
  `${csvHead},${csvHead}\nBolt,B,1,1,Bolt,B,1,1\n`,
  `${'a,'.repeat(5000)}\n${'1,'.repeat(5000)}\n`,
  `${csvHead}\n${'x'.repeat(100_000)},B-5,1,1\n`,
  `${csvHead}\n${',,,\n'.repeat(2000)}`,
  `${csvHead}\n=cmd|' /C calc'!A0,"+1",-1,@1\n`,
];

const images: readonly Buffer[] = [
  Buffer.from('89504e470d0a1a0a', 'hex'),
  // A PNG that says it is 65,535 by 65,535 pixels.
  Buffer.from('89504e470d0a1a0a0000000d494844520000ffff0000ffff08060000005f3d1c3b', 'hex'),
  Buffer.from('ffd8ffe000104a464946', 'hex'),
  Buffer.from('524946460000000057454250565038', 'hex'),
  Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
  Buffer.from('GIF89a'),
];

const fileNames: readonly string[] = [
  'a.csv',
  '../../etc/passwd',
  '..\\..\\a.csv',
  'a\u0000.csv',
  'a%00.csv',
  'a".csv',
  'a\r\nx: y',
  '',
  'x'.repeat(5000),
  'ü\u202e.csv',
];

/** A form with a file in which something is wrong: its frame, its names, its content. */
export function hostileUpload(random: Random): Upload {
  const content = random.chance(0.6)
    ? Buffer.from(random.pick(csvs))
    : random.chance(0.5)
      ? random.pick(images)
      : Buffer.from(random.pick(hostileTexts));
  const field = random.pick(['csvFile', 'csvFile', 'photo', 'photo', 'file', '', '__proto__']);
  const name = random.pick(fileNames);
  const type = random.pick(['text/csv', 'image/png', 'application/octet-stream', 'x'.repeat(300)]);
  const part = Buffer.concat([
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="${field}"; filename="${name}"\r\n` +
        `content-type: ${type}\r\n\r\n`,
    ),
    content,
    Buffer.from('\r\n'),
  ]);
  const end = Buffer.from(`--${boundary}--\r\n`);
  const frames: readonly Buffer[] = [
    Buffer.concat([part, end]),
    Buffer.concat([part, end]),
    Buffer.concat([part, part, end]),
    part,
    part.subarray(0, random.between(0, part.length)),
    end,
    Buffer.alloc(0),
    Buffer.from(`--${boundary}\r\n\r\n\r\n--${boundary}--`),
    Buffer.from(`--${boundary}\r\n${'x: y\r\n'.repeat(3000)}\r\n\r\n--${boundary}--`),
    Buffer.concat([Buffer.from('--other\r\n'), part, end]),
    Buffer.concat([...Array.from({ length: 50 }, () => part), end]),
  ];
  const frame = `multipart/form-data; boundary=${boundary}`;
  return {
    type: random.pick([
      frame,
      frame,
      frame,
      frame,
      'multipart/form-data',
      'multipart/form-data; boundary=',
      `multipart/form-data; boundary=${'b'.repeat(5000)}`,
      `multipart/mixed; boundary=${boundary}`,
    ]),
    body: random.pick(frames),
  };
}
