import type { AdminAccountRequest, RequestBody } from '@/lib/api/types';
import { DEFAULT_ROUTING_NUMBER } from '@/lib/constants';

const ACCOUNT_NUMBER_MIN = 100_000_000;
const ACCOUNT_NUMBER_COUNT = 900_000_000;

export function formValuesOf(request: AdminAccountRequest, status: string) {
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
 * The request body. An approval adds the account numbers and its time, and generates a missing account number (ACC-4).
 */
export function decisionOf(values: ReturnType<typeof formValuesOf>, request: AdminAccountRequest): Decision {
  const { status, accountNumber, routingNumber, ...texts } = values;
  const base = {
    status: status as Decision['status'],
    expectedRevision: request.revision,
    ...texts,
  };
  if (status !== 'approved') return base;
  return {
    ...base,
    accountNumber: accountNumber || generateAccountNumber(),
    routingNumber: routingNumber || DEFAULT_ROUTING_NUMBER,
    approvedAt: request.approvedAt ?? new Date().toISOString(),
  };
}

/** Nine digits, 100000000 to 999999999 (ACC-4). */
function generateAccountNumber(): string {
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
  return String(ACCOUNT_NUMBER_MIN + (random % ACCOUNT_NUMBER_COUNT));
}
