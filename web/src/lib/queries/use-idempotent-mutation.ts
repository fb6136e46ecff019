import { useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useIdempotencyKeys } from '../idempotency-keys';
import { invalidateQueries } from './invalidate-queries';
import { useMutation } from './use-mutation';

export type IdempotencyHeaders = { 'Idempotency-Key': string };

type Options<Input, Result> = {
  /**
   * Queries that show the mutation's effect. If this is an array, they are refetched even after an error, because the
   * screen may be outdated. A function can choose other queries after an error.
   */
  invalidates: readonly QueryKey[] | ((error: Error | null) => readonly QueryKey[]);
  onSuccess?: (result: Result, input: Input) => void;
};

/**
 * A mutation that takes effect once even if it is retried: until it succeeds, the same input is sent with the same key.
 */
export function useIdempotentMutation<Input, Result>(
  call: (input: Input, headers: IdempotencyHeaders) => Promise<Result>,
  { invalidates, onSuccess }: Options<Input, Result>,
) {
  const client = useQueryClient();
  const idempotency = useIdempotencyKeys();
  return useMutation({
    mutationFn: (input: Input) => call(input, { 'Idempotency-Key': idempotency.keyFor(input) }),
    onSuccess: (result, input) => {
      idempotency.settle(input);
      onSuccess?.(result, input);
    },
    onSettled: (_, error) => {
      const keys = typeof invalidates === 'function' ? invalidates(error) : invalidates;
      void invalidateQueries(client, keys);
    },
  });
}
