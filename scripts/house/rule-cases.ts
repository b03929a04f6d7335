import { describe, expect, it } from 'vitest';
import { checkTree } from './house';

/** A rule with a tree that keeps it and one that breaks it; trees are paths with their text. */
export interface Case {
  rule: string;
  good: Record<string, string>;
  bad: Record<string, string>;
  findings: [string, string][];
}

export function testRules(cases: readonly Case[]): void {
  describe.each(cases)('$rule', (example) => {
    it('accepts the good tree', () => {
      expect(checkTree(new Map(Object.entries(example.good)))).toEqual([]);
    });
    it('names each fault of the bad tree', () => {
      const findings = checkTree(new Map(Object.entries(example.bad)));
      const locations = findings.map(({ file, line }) => `${file}:${line}`);
      expect(locations).toEqual(example.findings.map(([location]) => location));
      for (const [index, [, message]] of example.findings.entries()) {
        expect(findings[index]?.wrong).toContain(message);
      }
    });
  });
}
