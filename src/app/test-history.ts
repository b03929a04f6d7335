import { expect } from 'vitest';
import type { HistoryItem } from '~/kit/shared/history';
import type { fileServer } from './test-file-server';

/** Makes records, lets time pass, and reads what became of them. */
export function historyDesk(test: ReturnType<typeof fileServer>) {
  async function made<T>(path: string, body: unknown): Promise<T> {
    const answer = await test.admin.post<T>(path, body);
    expect(answer.status, answer.body.error).toBe(201);
    return answer.body.data;
  }

  async function history(path: string): Promise<HistoryItem[]> {
    const answer = await test.admin.get<HistoryItem[]>(`/history${path}`);
    expect(answer.status, answer.body.error).toBe(200);
    return answer.body.data;
  }

  async function asOf<T>(path: string, at: Date): Promise<T & { names: Record<string, string> }> {
    const answer = await test.admin.get<T & { names: Record<string, string> }>(
      `/history${path}?at=${at.toISOString()}`,
    );
    expect(answer.status, answer.body.error).toBe(200);
    return answer.body.data;
  }

  /** Lets a minute pass, and gives the moment before. */
  function pass(): Date {
    const now = test.server.clock.now();
    test.server.clock.advance(60_000);
    return now;
  }

  return { made, history, asOf, pass };
}
