import { describe, expect, it } from 'vitest';
import { IdWindows, windowSize } from './id-windows';

const idsFrom = (first: number, count = windowSize) =>
  Array.from({ length: count }, (_, index) => first + index);

describe('the windows of a long list', () => {
  it('are requested for the rows in view, those near them after that', () => {
    const windows = new IdWindows();
    expect(windows.missing({ from: 0, to: 40 }, 0)).toEqual([0]);
    windows.put(0, idsFrom(0), 0);
    windows.count(1_000_000);
    expect(windows.missing({ from: 0, to: 40 }, 0)).toEqual([]);
    expect(windows.missing({ from: 1900, to: 1940 }, 0)).toEqual([1]);
    expect(windows.missing({ from: 3990, to: 4030 }, 0)).toEqual([1, 2]);
    expect(windows.missing({ from: 999_980, to: 1_000_020 }, 0)).toEqual([499]);
  });

  it('are requested again when something has changed, and stay until then', () => {
    const windows = new IdWindows();
    windows.put(0, idsFrom(0), 0);
    expect(windows.missing({ from: 0, to: 40 }, 1)).toEqual([0]);
    expect(windows.idAt(7)).toBe(7);
  });

  it('are kept within bounds, those used last', () => {
    const windows = new IdWindows();
    windows.count(1_000_000);
    for (let window = 0; window < 60; window++) {
      windows.put(window, idsFrom(window * windowSize), 0);
      windows.missing({ from: 900, to: 940 }, 0);
    }
    expect(windows.has(0)).toBe(true);
    expect(windows.has(1)).toBe(false);
    expect(Array.from({ length: 60 }, (_, at) => at).filter((at) => windows.has(at))).toHaveLength(
      50,
    );
  });

  it('know the place of a record, and close up when it goes', () => {
    const windows = new IdWindows();
    windows.count(3 * windowSize);
    for (const window of [0, 1, 2]) windows.put(window, idsFrom(window * windowSize), 0);
    expect(windows.indexOf(2500, 2500)).toBe(2500);
    expect(windows.indexOf(2500, 0)).toBe(2500);
    windows.remove(2500);
    expect(windows.indexOf(2501, 0)).toBe(2500);
    expect(windows.total).toBe(3 * windowSize - 1);
    expect([0, 1, 2].map((window) => windows.has(window))).toEqual([true, true, false]);
    expect(windows.indexOf(2500, 2500)).toBe(-1);
  });

  it('say that there are so many at least until they are counted', () => {
    const windows = new IdWindows();
    windows.put(0, idsFrom(0), 0);
    expect([windows.total, windows.isCounted]).toEqual([windowSize, false]);
    windows.count(70_000);
    expect([windows.total, windows.isCounted]).toEqual([70_000, true]);
  });
});
