import { toQueryParams, useUrlFilters } from '@/lib/list/use-url-filters';
import type { paths } from '@/lib/api/schema.gen';

export type EventQuery = Omit<
  NonNullable<paths['/api/admin/event-history/events']['get']['parameters']['query']>,
  'cursor' | 'limit'
>;

/** Names of the filters in the URL. */
const NAMES = [
  'customer',
  'account',
  'transaction',
  'type',
  'role',
  'actor',
  'correlation',
  'from',
  'to',
] as const;
export type EventFilterName = (typeof NAMES)[number];

export function useEventFilters() {
  return useUrlFilters(NAMES);
}

export type EventFilters = ReturnType<typeof useEventFilters>;

/**
 * The filters as API query parameters. Values from the URL are not checked here; the API rejects invalid ones and names
 * the field.
 */
export function toEventQuery({ filters }: EventFilters): EventQuery {
  return toQueryParams(filters) as EventQuery;
}

/** The download URL of the filtered events. */
export function exportHref(format: 'csv' | 'ndjson', query: EventQuery): string {
  return `/api/admin/event-history/events.${format}?${new URLSearchParams(query).toString()}`;
}

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export function isUuid(text: string): boolean {
  return ID.test(text);
}
