import { registerHanging } from '~/modules/records/server/records.service';

export function provideNextSteps(): void {
  registerHanging('next_steps');
}
