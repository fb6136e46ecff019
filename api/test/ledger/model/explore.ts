/** The result of an exploration. `counterexample` is the shortest sequence of actions that leads to a violation. */
export interface Exploration {
  readonly states: number;
  readonly transitions: number;
  readonly violation: string | null;
  readonly counterexample: readonly string[];
}

/** A system with finitely many states. */
export interface Model<State> {
  readonly initial: State;
  /** Returns a string that is different for each state. */
  readonly encode: (state: State) => string;
  readonly nextSteps: (state: State) => readonly { readonly action: string; readonly state: State }[];
  readonly findViolation: (state: State) => string | null;
  /** Whether the work is finished. A finished state must be reachable from every state. */
  readonly isDone: (state: State) => boolean;
}

/**
 * Visits every reachable state, breadth first. Stops at the first violation. Without one, looks for a
 * state from which the work can no longer be finished.
 */
export function explore<State>({
  initial,
  encode,
  nextSteps,
  findViolation,
  isDone,
}: Model<State>): Exploration {
  const indexes = new Map<string, number>([[encode(initial), 0]]);
  const reached: { readonly from: number; readonly action: string }[] = [{ from: -1, action: '' }];
  let frontier: State[] = [initial];
  let expanded = 0;
  const done: number[] = [];
  const [sources, targets]: [number[], number[]] = [[], []];
  const found = (violation: string | null, at: number): Exploration => {
    const counterexample: string[] = [];
    for (let step = reached[at]; step !== undefined && step.from >= 0; step = reached[step.from]) {
      counterexample.unshift(step.action);
    }
    return { states: reached.length, transitions: sources.length, violation, counterexample };
  };
  while (frontier.length > 0) {
    const next: State[] = [];
    for (const state of frontier) {
      const index = expanded;
      expanded += 1;
      if (isDone(state)) done.push(index);
      for (const step of nextSteps(state)) {
        const key = encode(step.state);
        let target = indexes.get(key);
        if (target === undefined) {
          target = reached.length;
          indexes.set(key, target);
          reached.push({ from: index, action: step.action });
          const violation = findViolation(step.state);
          if (violation !== null) return found(violation, target);
          next.push(step.state);
        }
        sources.push(index);
        targets.push(target);
      }
    }
    frontier = next;
  }
  const stuck = findStuck(reached.length, sources, targets, done);
  return stuck === null ? found(null, 0) : found('the work can no longer be finished', stuck);
}

/** Returns the first state from which no finished state can be reached, or null. */
function findStuck(
  count: number,
  sources: readonly number[],
  targets: readonly number[],
  done: readonly number[],
): number | null {
  const predecessors = Array.from({ length: count }, (): number[] => []);
  for (const [edge, target] of targets.entries()) predecessors[target]?.push(sources[edge] ?? 0);
  const canFinish = new Uint8Array(count);
  const queue = [...done];
  for (const index of queue) canFinish[index] = 1;
  for (let index = queue.pop(); index !== undefined; index = queue.pop()) {
    for (const predecessor of predecessors[index] ?? []) {
      if (canFinish[predecessor] === 1) continue;
      canFinish[predecessor] = 1;
      queue.push(predecessor);
    }
  }
  const stuck = canFinish.indexOf(0);
  return stuck < 0 ? null : stuck;
}
