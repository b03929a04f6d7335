import { expect, it } from 'vitest';
import { chooseSides, type Chosen, onConflicts } from './conflicts';

const question = (field: string) => ({
  changedAt: '2026-11-23T00:00:00.000Z',
  fields: [{ field, label: 'Phone', mine: '1', theirs: '2' }],
});

it('asks one question after the other', async () => {
  const requests: string[] = [];
  let response: (chosen: Chosen) => void = () => undefined;
  const end = onConflicts(({ fields: [first] }) => {
    requests.push(first?.field ?? '');
    return new Promise((resolve) => {
      response = resolve;
    });
  });
  const choices = [chooseSides(question('phone')), chooseSides(question('city'))];
  await expect.poll(() => requests).toEqual(['phone']);
  response({ phone: 'theirs' });
  expect(await choices[0]).toEqual({ phone: 'theirs' });
  await expect.poll(() => requests).toEqual(['phone', 'city']);
  response(null);
  expect(await choices[1]).toBeNull();
  end();
});

it('keeps editing where no one can ask, and asks on after a question that broke', async () => {
  expect(await chooseSides(question('phone'))).toBeNull();
  const offlineText = onConflicts(async () => {
    throw new Error('No');
  });
  await expect(chooseSides(question('phone'))).rejects.toThrow('No');
  const end = onConflicts(async () => ({ phone: 'mine' }));
  offlineText();
  expect(await chooseSides(question('phone'))).toEqual({ phone: 'mine' });
  end();
});
