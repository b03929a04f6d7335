interface Load {
  /** How many work at once, each beginning again as soon as it is done. */
  clients: number;
  turnMs: number;
  /** Gets the milliseconds of each. */
  taken?: number[];
}

/** How many times a second `work` is done by several at once. */
export async function ratePerSecond(
  work: (client: number) => Promise<void>,
  { clients, turnMs, taken = [] }: Load,
): Promise<number> {
  const started = performance.now();
  const ends = started + turnMs;
  let done = 0;
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      for (let began = performance.now(); began < ends; began = performance.now()) {
        await work(client);
        taken.push(performance.now() - began);
        done += 1;
      }
    }),
  );
  return (done * 1000) / (performance.now() - started);
}
