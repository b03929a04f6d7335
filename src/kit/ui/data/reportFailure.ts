import { toast } from '~/kit/ui/elements/toasts';
import { failureText } from './api';

export interface FailureTexts {
  /** Comes before the server's sentence. */
  refused: string;
  /** What to say when there was no response; as `refused` when left out. */
  offlineText?: string;
}

/** Runs `work`; a failure is shown in a message and thrown again. */
export async function reportFailure<T>(
  { refused, offlineText = refused }: FailureTexts,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    toast('error', failureText(error, { refused, offlineText }));
    throw error;
  }
}
