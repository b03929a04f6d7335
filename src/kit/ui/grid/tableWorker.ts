import { type Question, TableIndex, type Told } from './tableIndex';

export type Asked = { told: Told } | { asked: Question; id: number };
export type Answered = { id: number; places: Uint32Array<ArrayBuffer> };

const index = new TableIndex();

addEventListener('message', ({ data }: MessageEvent<Asked>) => {
  if ('told' in data) {
    index.tell(data.told);
    return;
  }
  const places = index.ask(data.asked);
  const answered: Answered = { id: data.id, places };
  postMessage(answered, { transfer: [places.buffer] });
});
