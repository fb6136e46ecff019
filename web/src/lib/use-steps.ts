import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

/** The state of a history entry: the step, and which mount of the form (`run`) created the entry. */
type StepEntry = { readonly run: number; readonly step: string };

function isStepEntry(state: unknown): state is StepEntry {
  return typeof state === 'object' && state !== null && 'run' in state && 'step' in state;
}

export type Steps<Step extends string> = {
  step: Step;
  /** Moves from the first step to another one and adds a history entry for it, optionally with another path. */
  goTo: (step: Step, path?: string) => void;
  /** Returns to the first step, like the Back button of the browser. */
  goBack: () => void;
  /** Replaces the current step's history entry with the final step's, so Back skips the current step. */
  finish: (step: Step) => void;
};

/**
 * The steps of a form as entries in the browser's history (UI-27). An entry shows its step only while the form that
 * created the entry stays mounted. Afterward, such as after a reload, the entry shows the first step, because the
 * input is gone.
 */
export function useSteps<Step extends string>(first: Step): Steps<Step> {
  const location = useLocation();
  const { pathname, search, key } = location;
  const state: unknown = location.state;
  const navigate = useNavigate();
  const [run] = useState(Math.random);
  const step = isStepEntry(state) && state.run === run ? (state.step as Step) : first;
  // Undefined during a navigation, so that a second click does nothing. Also undefined after the form has unmounted.
  const current = useRef<Step>(undefined);
  useEffect(() => {
    current.current = step;
    return () => {
      current.current = undefined;
    };
  }, [key, step]);
  return {
    step,
    goTo: (next, path = pathname + search) => {
      if (current.current === undefined || current.current === next) return;
      current.current = undefined;
      void navigate(path, { state: { run, step: next } });
    },
    goBack: () => {
      if (current.current === undefined || current.current === first) return;
      current.current = undefined;
      void navigate(-1);
    },
    finish: (last) => {
      if (current.current === undefined) return;
      void navigate(pathname + search, { replace: true, state: { run, step: last } });
    },
  };
}
