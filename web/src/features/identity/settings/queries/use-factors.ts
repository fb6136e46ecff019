import { useQuery, useQueryClient } from '@tanstack/react-query';
import { unwrap, api } from '@/lib/api/client';
import type { Factors, RequestBody } from '@/lib/api/types';
import { createPasskey, type CreatedPasskey } from '@/lib/passkeys';
import { invalidateQueries } from '@/lib/queries/invalidate-queries';
import { QUERY_KEYS } from '@/lib/queries/query-keys';
import { useMutation } from '@/lib/queries/use-mutation';

/** The user's second factors (AUTH-50), refetched whenever the settings open. */
export function useFactors() {
  return useQuery({
    queryKey: QUERY_KEYS.factors,
    queryFn: () => unwrap(api.GET('/api/user/factors')),
    staleTime: 0,
    refetchOnMount: 'always',
  });
}

/** A change to the second factors. Its response has the resulting factors, which replace the cached ones. */
function useFactorChange<Input, Answer extends Factors>(send: (input: Input) => Promise<Answer>) {
  const client = useQueryClient();
  return useMutation<Answer, Input>({
    mutationFn: send,
    onSuccess: ({ passkeys, authenticatorApp, recoveryCodesLeft, isRequired, signsApprovals }) => {
      client.setQueryData(QUERY_KEYS.factors, {
        ...{ passkeys, authenticatorApp, recoveryCodesLeft, isRequired, signsApprovals },
      });
      // The first factor ends all other sessions (AUTH-76).
      void invalidateQueries(client, [QUERY_KEYS.sessions]);
    },
  });
}

/** Creates a passkey in the browser. */
export function useCreatePasskey() {
  return useMutation({
    mutationFn: async () => createPasskey(await unwrap(api.POST('/api/user/factors/passkeys/options'))),
  });
}

/**
 * Adds a new passkey. The body's optional signature is from an earlier passkey that vouches for the new one (AUTH-91).
 */
export function useAddPasskey() {
  return useFactorChange((body: RequestBody<'/api/user/factors/passkeys', 'post'>) =>
    unwrap(api.POST('/api/user/factors/passkeys', { body })),
  );
}

/** Signs a new passkey with one of the user's earlier passkeys (AUTH-91). */
export function useSignPasskey() {
  return useMutation({
    mutationFn: async (created: CreatedPasskey) => {
      const { signNewPasskey } = await import('@/lib/sign-with-passkey');
      return signNewPasskey(created);
    },
  });
}

/** Creates a secret for an authenticator app. The new secret replaces one that was never confirmed. */
export function useNewAppSecret() {
  return useMutation({
    mutationFn: () => unwrap(api.POST('/api/user/factors/authenticator-app/secret')),
  });
}

/** Adds the authenticator app. Its first code confirms the secret. */
export function useAddApp() {
  return useFactorChange((code: string) =>
    unwrap(api.POST('/api/user/factors/authenticator-app', { body: { code } })),
  );
}

/** Stands for the id of the authenticator app, which has no id of its own. */
export const AUTHENTICATOR_APP = 'authenticator app';

/** Removes the passkey with the given id, or the authenticator app if the id is `AUTHENTICATOR_APP`. */
export function useRemoveFactor() {
  return useFactorChange((id: string) =>
    id === AUTHENTICATOR_APP
      ? unwrap(api.DELETE('/api/user/factors/authenticator-app'))
      : unwrap(api.DELETE('/api/user/factors/passkeys/{id}', { params: { path: { id } } })),
  );
}

export function useRenewRecoveryCodes() {
  return useFactorChange(() => unwrap(api.POST('/api/user/factors/recovery-codes')));
}
