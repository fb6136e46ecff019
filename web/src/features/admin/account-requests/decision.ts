import {
  DEFAULT_ROUTING_NUMBER,
  FIRST_ACCOUNT_NUMBER,
  LAST_ACCOUNT_NUMBER,
} from '@moniker/common/account-numbers.js';
import type { AdminAccountRequest, RequestBody } from '@/lib/api/types';

export function decisionValues(request: AdminAccountRequest, status: string) {
  return {
    status,
    statusMessage: request.statusMessage ?? '',
    adminNotes: request.adminNotes ?? '',
    accountNumber: request.accountNumber ?? '',
    routingNumber: request.routingNumber ?? '',
  };
}

type Decision = RequestBody<'/api/admin/account-requests/{id}', 'put'>;

/**
 * Values to add to an approval: an account number if the admin enters none, and the approval time if the request is
 * approved for the first time.
 */
export type NewAccount = { readonly accountNumber: string; readonly approvedAt: string };

/**
 * Generates an account number of nine digits, 100000000 to 999999999 (ACC-4), and takes the current time as the
 * approval time.
 */
export function newAccount(): NewAccount {
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
  return {
    accountNumber: String(FIRST_ACCOUNT_NUMBER + (random % (LAST_ACCOUNT_NUMBER - FIRST_ACCOUNT_NUMBER + 1))),
    approvedAt: new Date().toISOString(),
  };
}

/** The request body. An approval adds the account and routing numbers and the approval time (ACC-4). */
export function decisionBody(
  values: ReturnType<typeof decisionValues>,
  request: AdminAccountRequest,
  added: NewAccount,
): Decision {
  const { status, accountNumber, routingNumber, ...texts } = values;
  const base = {
    status: status as Decision['status'],
    expectedRevision: request.revision,
    ...texts,
  };
  if (status !== 'approved') return base;
  return {
    ...base,
    accountNumber: accountNumber || added.accountNumber,
    routingNumber: routingNumber || DEFAULT_ROUTING_NUMBER,
    approvedAt: request.approvedAt ?? added.approvedAt,
  };
}
