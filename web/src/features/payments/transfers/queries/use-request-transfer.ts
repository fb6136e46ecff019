import { useQueryClient } from '@tanstack/react-query';
import { isUnanswered } from '@/lib/api/api-error';
import { api } from '@/lib/api/client';
import type { RequestBody } from '@/lib/api/types';
import { discardDraft } from '@/lib/draft-store';
import { createIdempotencyKeys } from '@/lib/idempotency-keys';
import { invalidateQueries } from '@/lib/queries/invalidate-queries';
import { PLANS_KEY } from '@/lib/queries/use-plans';
import { QUERY_KEYS } from '@/lib/queries/query-keys';
import { useMutation } from '@/lib/queries/use-mutation';
import { useSession } from '@/lib/session';

/** The key of the form's draft. If the session ends, the draft is shown after the next sign-in (AUTH-36). */
export const TRANSFER_DRAFT = 'transfer';

type PlanBody = RequestBody<'/api/plans', 'post'>;
type TransferBody = RequestBody<'/api/transfer/request', 'post'> | PlanBody;

/**
 * Which attempt the bank accepted: the first, a retry after a lost request (`resent`), or an earlier one whose
 * response was lost (`repeated`).
 */
export type Arrival = 'first' | 'resent' | 'repeated';

/** A transfer or a plan that the bank has accepted. */
export type Accepted = { readonly arrival: Arrival; readonly id: string | undefined };

/** A transfer and the customer who requests it. */
type Content = { readonly ownerId: string | undefined; readonly body: TransferBody };

// Kept outside the component: a customer who leaves the page after a lost response and returns, even after signing in
// again, must not pay twice.
const idempotency = createIdempotencyKeys();
const unsettled = new Set<string>();

/**
 * Requests or plans a transfer, and invalidates the queries that show its effect (UI-12). A retry uses the
 * idempotency key of the attempt whose response was lost (TRF-29). `onError` is called even after the customer has
 * left the page. `isUnsettled` returns whether an attempt to send a transfer got no response.
 */
export function useRequestTransfer(onError: (error: unknown) => void) {
  const client = useQueryClient();
  const ownerId = useSession().user?.id;
  const mutation = useMutation({
    mutationFn: (body: TransferBody) => requestTransfer({ ownerId, body }),
    onError: (error, body) => {
      if (isUnanswered(error)) unsettled.add(JSON.stringify({ ownerId, body }));
      onError(error);
    },
    onSuccess: (_, body) => {
      discardDraft(TRANSFER_DRAFT);
      idempotency.settle({ ownerId, body });
      unsettled.delete(JSON.stringify({ ownerId, body }));
      void invalidateQueries(client, [
        QUERY_KEYS.recentTransactions,
        QUERY_KEYS.accountSummary,
        QUERY_KEYS.moneyRequests,
        QUERY_KEYS.adminTransactions,
        QUERY_KEYS.adminUsers,
        QUERY_KEYS.adminStats,
        PLANS_KEY,
      ]);
    },
  });
  const isUnsettled = (body: TransferBody) => unsettled.has(JSON.stringify({ ownerId, body }));
  return { ...mutation, isUnsettled };
}

async function requestTransfer(content: Content): Promise<Accepted> {
  const headers = { 'Idempotency-Key': idempotency.keyFor(content) };
  const { body } = content;
  const { response, data } =
    'schedule' in body
      ? await api.POST('/api/plans', { body, headers })
      : await api.POST('/api/transfer/request', { body, headers });
  return { arrival: arrivalOf(content, response), id: data?.id };
}

function arrivalOf(content: Content, response: Response): Arrival {
  if (!unsettled.has(JSON.stringify(content))) return 'first';
  return response.headers.get('Idempotent-Replay') === 'true' ? 'repeated' : 'resent';
}
