import { toast } from '~/kit/ui/elements/toasts';
import { type FailureTexts, failureText } from './api';

/** Texts that ask to try again where no response came. */
export function orTryAgain(refused: string): FailureTexts {
  return { refused, offlineText: `${refused}. Please try again.` };
}

/** Runs `work`; a failure is shown in a message and thrown again. */
export async function reportFailure<T>(texts: FailureTexts, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    toast('error', failureText(error, texts));
    throw error;
  }
}

/** Runs `work`; a failure is shown in a message. Returns whether it succeeded. */
export function attempt(texts: FailureTexts, work: () => Promise<unknown>): Promise<boolean> {
  return reportFailure(texts, work).then(
    () => true,
    () => false,
  );
}
