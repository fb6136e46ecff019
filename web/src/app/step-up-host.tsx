import { lazy, Suspense } from 'react';
import { settleStepUp, useStepUp } from '@/lib/step-up';

/** A dialog that cannot be loaded answers no, so the request behind it ends. */
const StepUpDialog = lazy(async () => {
  try {
    return { default: (await import('./step-up-dialog')).StepUpDialog };
  } catch (error) {
    settleStepUp(false);
    throw error;
  }
});

/** Asks the user to confirm that it is them when the API wants it (AUTH-56). */
export function StepUpHost() {
  const stepUp = useStepUp();
  return <Suspense>{stepUp && <StepUpDialog stepUp={stepUp} />}</Suspense>;
}
