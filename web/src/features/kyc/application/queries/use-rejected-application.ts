import { unwrap, api } from '@/lib/api/client';
import { useMutation } from '@/lib/queries/use-mutation';

/** What the customer entered in their rejected application. */
async function readRejectedApplication() {
  const { companyName, ...values } = await unwrap(api.GET('/api/kyc/rejected-application'));
  return { ...values, companyName: companyName ?? '' };
}

/** Reads the rejected application on request, without caching it. */
export function useRejectedApplication() {
  return useMutation({ mutationFn: readRejectedApplication, gcTime: 0 });
}

/**
 * Reads the rejected application for a form that starts with the application's values. The cache drops those values
 * when the form unmounts.
 */
export const rejectedApplicationQuery = {
  queryKey: ['api', 'kyc', 'rejected-application'],
  queryFn: readRejectedApplication,
  staleTime: Infinity,
  gcTime: 0,
};
