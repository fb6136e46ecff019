import {
  useMutation as useTanstackMutation,
  type UseMutationOptions,
  type UseMutationResult,
} from '@tanstack/react-query';
import { useCallback, useRef } from 'react';
import { isUnanswered } from '../api/api-error';

type Options<Data, Input> = UseMutationOptions<Data, Error, Input>;

type Result<Data, Input> = UseMutationResult<Data, Error, Input> & {
  /** Whether an earlier attempt with this input got no response. If so, another attempt repeats it. */
  isRepeat: (input: Input) => boolean;
};

/**
 * A mutation that ignores calls while one is running. `isPending` disables a button only with the next render, so a
 * second click before that would send a second request (UI-26).
 */
export function useMutation<Data, Input = void>(options: Options<Data, Input>): Result<Data, Input> {
  const isRunning = useRef(false);
  const unanswered = useRef(new Set<string>());
  const mutation = useTanstackMutation<Data, Error, Input>({
    ...options,
    onError: (error, input, ...rest) => {
      if (isUnanswered(error)) unanswered.current.add(JSON.stringify(input));
      return options.onError?.(error, input, ...rest);
    },
    onSettled: (...args) => {
      isRunning.current = false;
      return options.onSettled?.(...args);
    },
  });
  const { mutate: start } = mutation;
  const mutate: typeof start = useCallback(
    (...args) => {
      if (isRunning.current) return;
      isRunning.current = true;
      start(...args);
    },
    [start],
  );
  const isRepeat = useCallback((input: Input) => unanswered.current.has(JSON.stringify(input)), []);
  return { ...mutation, mutate, isRepeat };
}
