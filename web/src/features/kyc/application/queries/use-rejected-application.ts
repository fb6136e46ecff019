import { unwrap, api } from '@/lib/api/client';
import { useMutation } from '@/lib/queries/use-mutation';

/** What the customer entered in their rejected application. */
async function readRejectedApplication() {
  const { companyName, ...values } = await unwrap(api.GET('/api/kyc/rejected-application'));
  return { ...values, companyName: companyName ?? '' };
}

/** Reads it only on request. The cache keeps nothing of it. */
export function useRejectedApplication() {
  return useMutation({ mutationFn: readRejectedApplication, gcTime: 0 });
}

/** Reads it for a form that begins with it. The cache keeps nothing of it once the form is left. */
export const rejectedApplicationQuery = {
  queryKey: ['api', 'kyc', 'rejected-application'],
  queryFn: readRejectedApplication,
  staleTime: Infinity,
  gcTime: 0,
};
