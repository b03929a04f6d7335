import { toast } from '~/kit/ui/messages/toasts';
import { type FailureTexts, failureText } from './api';

/** Texts that ask to try again where no response came. */
export function orTryAgain(refused: string): FailureTexts {
  return { refused, offlineText: `${refused}. Please try again.` };
}

/** Texts that name the network where no response came. */
export function orNetworkError(refused: string): Required<FailureTexts> {
  return { refused, offlineText: `${refused}: Network error` };
}

/** The same for money that is received, credited or given back. */
export function orServerError(refused: string): Required<FailureTexts> {
  return { refused, offlineText: `${refused}: Network or server error` };
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

/** The message of success; none is shown without one. */
export type Done = string | undefined | void;

/** Runs `work` and shows in a message what it returns, or with `failed` its failure, which is thrown again. */
export async function reportDone(
  failed: FailureTexts | undefined,
  work: () => Done | Promise<Done>,
): Promise<void> {
  const run = async () => work();
  const done = await (failed ? reportFailure(failed, run) : run());
  if (done) toast('success', done);
}

/** Runs `work`; a failure is shown in a message. Returns whether it succeeded. */
export function attempt(texts: FailureTexts, work: () => Promise<unknown>): Promise<boolean> {
  return reportFailure(texts, work).then(
    () => true,
    () => false,
  );
}
