import { expect } from 'vitest';
import type { HistoryItem } from '~/kit/shared/history';
import type { fileServer } from './test-file-server';

/** Makes records, lets time pass, and reads what became of them. */
export function historyFixture(test: ReturnType<typeof fileServer>) {
  async function create<T>(path: string, body: unknown): Promise<T> {
    const response = await test.admin.post<T>(path, body);
    expect(response.status, response.body.error).toBe(201);
    return response.body.data;
  }

  async function history(path: string): Promise<HistoryItem[]> {
    const response = await test.admin.get<HistoryItem[]>(`/history${path}`);
    expect(response.status, response.body.error).toBe(200);
    return response.body.data;
  }

  async function asOf<T>(path: string, at: Date): Promise<T & { names: Record<string, string> }> {
    const response = await test.admin.get<T & { names: Record<string, string> }>(
      `/history${path}?at=${at.toISOString()}`,
    );
    expect(response.status, response.body.error).toBe(200);
    return response.body.data;
  }

  /** Lets a minute pass, and gives the moment before. */
  function pass(): Date {
    const now = test.server.clock.now();
    test.server.clock.advance(60_000);
    return now;
  }

  return { create, history, asOf, pass };
}
