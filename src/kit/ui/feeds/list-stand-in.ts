import type { ListMessage } from '~/kit/shared/changes';

export interface StandInRow {
  id: number;
  name: string;
  workspace: number;
  updated_at: string;
}

/** How long each step takes, in ms, and which messages are lost or come twice. */
export interface Weather {
  delay: () => number;
  copies: () => number;
}

interface SeenRequest {
  since: string | null;
  socket: string | null;
}

/** A server outside of the page: it answers a list's call and sends its changes (docs/product/wire.md#live-channel). */
export class StandInServer {
  readonly rows = new Map<number, StandInRow>();
  readonly requests: SeenRequest[] = [];
  weather: Weather = { delay: () => 1, copies: () => 1 };
  /** Whether the list is too long to be sent whole. */
  isTooLong = false;
  isLive = true;
  isDown = false;
  /** The status with which it refuses all calls, if it does. */
  refusal: number | null = null;
  workspace = 1;
  #lastId = 0;
  #time = 0;
  readonly #changes: number[] = [];
  #room: { name: string; n: number; upTo: number; scope: number } | null = null;
  #rooms = 0;
  #socket = 0;
  #isConnected = false;
  readonly #listeners = new Map<string, (data: unknown) => void>();

  readonly socket = {
    id: undefined as string | undefined,
    on: <T>(event: string, listener: (data: T) => void) => {
      this.#listeners.set(event, (data) => listener(data as T));
    },
    emit: (event: string, room: unknown, done: () => void) => {
      if (event === 'list-close') void this.#close(room).then(done);
    },
  };

  list(workspace = this.workspace): StandInRow[] {
    return [...this.rows.values()].filter((row) => row.workspace === workspace);
  }

  connect(): void {
    this.#socket += 1;
    this.socket.id = `socket-${this.#socket}`;
    this.#isConnected = true;
    this.#listeners.get('connect')?.(undefined);
  }

  disconnect(): void {
    this.#room = null;
    this.#isConnected = false;
    this.socket.id = undefined;
    this.#listeners.get('disconnect')?.('transport close');
  }

  write(id: number | null, name: string, workspace = this.workspace): StandInRow {
    this.#time += 1;
    this.#lastId += id === null ? 1 : 0;
    const row = {
      id: id ?? this.#lastId,
      name,
      workspace,
      updated_at: new Date(this.#time).toISOString(),
    };
    this.rows.set(row.id, row);
    this.#note(row.id);
    return row;
  }

  delete(id: number): void {
    this.rows.delete(id);
    this.#note(id);
  }

  moveTo(workspace: number): void {
    this.workspace = workspace;
    this.#room = null;
    if (this.#isConnected) this.#send('lists-lost', undefined);
  }

  readonly fetch = async (url: string, init: { headers: Record<string, string> }) => {
    const request = {
      since: new URL(url, 'http://server').searchParams.get('since'),
      socket: init.headers['live-socket'] ?? null,
    };
    this.requests.push(request);
    await this.#passes();
    if (this.isDown) throw new TypeError('fetch failed');
    const refused = { success: false, error: 'Not today' };
    if (this.refusal) return Response.json(refused, { status: this.refusal });
    const { workspace } = this;
    const joined = this.#join(request.socket);
    await this.#passes();
    const response = this.#response(request.since, workspace);
    await this.#passes();
    const isLength = this.isTooLong && response.full;
    const live = joined !== null && !isLength ? { 'list-live': joined } : {};
    const headers = { 'list-cursor': response.cursor, ...live };
    const whole = isLength ? { windowed: true } : response.rows;
    const data = request.since === null || isLength ? whole : response;
    return new Response(JSON.stringify({ success: true, data }), { headers });
  };

  async #close(room: unknown): Promise<void> {
    await this.#passes();
    if (this.#room?.name === room) this.#room = null;
  }

  #join(socket: string | null): string | null {
    if (!this.isLive || socket === null || socket !== this.socket.id) return null;
    this.#rooms += this.#room ? 0 : 1;
    this.#room ??= {
      name: `room-${this.#rooms}`,
      n: 0,
      upTo: this.#changes.length,
      scope: this.workspace,
    };
    return `${this.#room.name}.${this.#room.n}`;
  }

  #response(since: string | null, workspace: number) {
    const [cached, from] = (since ?? '').split('.').map(Number);
    const cursor = `${workspace}.${this.#changes.length}`;
    if (cached !== workspace || from === undefined) {
      return { full: true, cursor, gone: [], rows: this.list(workspace) };
    }
    return { full: false, cursor, ...this.#changedSince(from, workspace) };
  }

  #changedSince(from: number, workspace: number) {
    const ids = [...new Set(this.#changes.slice(from))];
    const rows = this.list(workspace).filter(({ id }) => ids.includes(id));
    return { rows, gone: ids.filter((id) => !rows.some((row) => row.id === id)) };
  }

  #note(id: number): void {
    this.#changes.push(id);
    if (!this.isLive && this.#isConnected) this.#send('change', { entity: 'leads', id });
    setTimeout(() => this.#notify(), this.weather.delay());
  }

  #notify(): void {
    const room = this.#room;
    if (!room || room.upTo === this.#changes.length) return;
    const changes = this.#changedSince(room.upTo, room.scope);
    room.n += 1;
    room.upTo = this.#changes.length;
    const message: ListMessage = {
      list: room.name,
      n: room.n,
      ...changes,
      cursor: `${room.scope}.${room.upTo}`,
      whole: false,
    };
    for (let copy = this.weather.copies(); copy > 0; copy -= 1) this.#send('list', message);
    const n = room.n;
    setTimeout(() => {
      if (this.#room === room && room.n === n) this.#send('list-at', { list: room.name, n });
    }, 1000);
  }

  #send(event: string, data: unknown): void {
    const { id } = this.socket;
    setTimeout(() => {
      if (this.#isConnected && this.socket.id === id) this.#listeners.get(event)?.(data);
    }, this.weather.delay());
  }

  #passes(): Promise<void> {
    return new Promise((done) => setTimeout(done, this.weather.delay()));
  }
}
