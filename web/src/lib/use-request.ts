import { useCallback, useRef, useState } from 'react';
import { isUnanswered } from './api/api-error';

type Callbacks<Data> = { onSuccess?: (data: Data) => void; onError?: (error: unknown) => void };

type Request<Input, Data> = {
  isPending: boolean;
  /** Sends the request unless one is already in flight. */
  mutate: (input: Input, callbacks?: Callbacks<Data>) => void;
  /** Whether an earlier attempt with this input got no response. If so, another attempt repeats it. */
  isRepeat: (input: Input) => boolean;
};

/**
 * Sends a form's requests one at a time (UI-26). The counterpart of `useMutation` for visitors, who don't load the
 * query client.
 */
export function useRequest<Input, Data>(send: (input: Input) => Promise<Data>): Request<Input, Data> {
  const [isPending, setIsPending] = useState(false);
  const isRunning = useRef(false);
  const unanswered = useRef(new Set<string>());

  const mutate = (input: Input, { onSuccess, onError }: Callbacks<Data> = {}) => {
    if (isRunning.current) return;
    isRunning.current = true;
    setIsPending(true);
    const settle = () => {
      isRunning.current = false;
      setIsPending(false);
    };
    const succeed = (data: Data) => {
      settle();
      onSuccess?.(data);
    };
    const fail = (error: unknown) => {
      settle();
      if (isUnanswered(error)) unanswered.current.add(JSON.stringify(input));
      onError?.(error);
    };
    send(input).then(succeed, fail);
  };
  const isRepeat = useCallback((input: Input) => unanswered.current.has(JSON.stringify(input)), []);
  return { isPending, mutate, isRepeat };
}
