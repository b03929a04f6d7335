import type { ReactNode } from 'react';
import { RefusalQuestion } from '~/kit/ui/dialog/DialogParts';
import type { FormProblems } from './useRecordForm';
import classes from './Form.module.css';

interface FormErrorsProps {
  form: {
    problems: FormProblems | null;
    errors: Readonly<Record<string, unknown>>;
    inputId: (name: string) => string;
  };
  /** What a refusal asks. */
  question?: ReactNode;
}

/** Why a form was not sent, with a way to each of its inputs, and what that asks; nothing where it has no problems. */
export function FormErrors({ form, question }: FormErrorsProps) {
  return (
    <>
      <Problems {...form} />
      <RefusalQuestion>{question}</RefusalQuestion>
    </>
  );
}

function Problems({ problems, errors, inputId }: FormErrorsProps['form']) {
  if (!problems) return null;
  return (
    <div
      key={problems.attempt}
      className={classes.errors}
      role="alert"
      tabIndex={-1}
      data-form-errors
    >
      <p className={classes.errorsTitle}>{problems.title}</p>
      {problems.message ? <p>{problems.message}</p> : null}
      {problems.entries.length > 0 ? (
        <ul>
          {problems.entries.map(({ name, message }) => (
            <li key={`${name}${message}`}>
              {name === null ? (
                message
              ) : (
                <button
                  type="button"
                  data-corrected={!errors[name] || undefined}
                  onClick={() => document.getElementById(inputId(name))?.focus()}
                >
                  {message}
                </button>
              )}
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
