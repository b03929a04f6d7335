import type { ImportState } from './import-sending.client';
import classes from './ImportSteps.module.css';

const steps = ['Map Columns', 'Preview', 'Import'] as const;

const stepOf: Readonly<Record<ImportState['phase'], (typeof steps)[number] | null>> = {
  choosing: null,
  mapping: 'Map Columns',
  checking: 'Preview',
  checked: 'Preview',
  importing: 'Import',
  ended: 'Import',
};

/** The steps of an import; the current one is the heading of the part below. */
export function ImportSteps({ phase }: Pick<ImportState, 'phase'>) {
  const now = stepOf[phase];
  return (
    <ol className={classes.steps} aria-label="Steps">
      {steps.map((step) => (
        <li key={step} className={classes.step} aria-current={step === now ? 'step' : undefined}>
          {step === now ? <h3>{step}</h3> : step}
        </li>
      ))}
    </ol>
  );
}
