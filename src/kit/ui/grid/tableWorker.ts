import { type Question, TableIndex, type IndexMessage } from './tableIndex';

export type TableRequest = { message: IndexMessage } | { question: Question; id: number };
export type TableResponse = { id: number; positions: Uint32Array<ArrayBuffer> };

const index = new TableIndex();

addEventListener('message', ({ data }: MessageEvent<TableRequest>) => {
  if ('message' in data) {
    index.apply(data.message);
    return;
  }
  const positions = index.ask(data.question);
  const response: TableResponse = { id: data.id, positions };
  postMessage(response, { transfer: [positions.buffer] });
});
