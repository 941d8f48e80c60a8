import { lazy, Suspense, useEffect, useState } from 'react';
import { subscribeSession } from '#src/lib/session.ts';
import { answerStepUp, useIsStepUpAsked } from '#src/lib/step-up.ts';

const StepUpDialog = lazy(async () => {
  const { StepUpDialog } = await import('./step-up-dialog.tsx');
  return { default: StepUpDialog };
});

/** The one dialog for every call that asks for a proof; loaded when the first one does. */
export function StepUpHost() {
  const isAsked = useIsStepUpAsked();
  const [isWanted, setWanted] = useState(false);
  useEffect(() => {
    if (isAsked) setWanted(true);
  }, [isAsked]);
  // Another session has nothing to prove for the one before it.
  useEffect(() => subscribeSession(() => answerStepUp(false)), []);
  if (!isWanted) return null;
  return (
    <Suspense>
      <StepUpDialog opened={isAsked} />
    </Suspense>
  );
}
