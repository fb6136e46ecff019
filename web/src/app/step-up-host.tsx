import { lazy, Suspense } from 'react';
import { settleStepUp, useStepUp } from '@/lib/step-up';

/**
 * The dialog, loaded when it is first needed. If it cannot be loaded, the user counts as having refused, so the waiting
 * request fails instead of hanging.
 */
const StepUpDialog = lazy(async () => {
  try {
    return { default: (await import('./step-up-dialog')).StepUpDialog };
  } catch (error) {
    settleStepUp(false);
    throw error;
  }
});

/** Asks the user to confirm their identity when the API requires it (AUTH-56). */
export function StepUpHost() {
  const stepUp = useStepUp();
  return <Suspense>{stepUp && <StepUpDialog stepUp={stepUp} />}</Suspense>;
}
