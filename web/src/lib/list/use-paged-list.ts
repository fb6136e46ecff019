import { keepPreviousData, useInfiniteQuery, type QueryKey } from '@tanstack/react-query';
import { useMemo } from 'react';

/** The response of a paged list call. */
export type Page<Row> = { items: Row[]; nextCursor: string | null; total?: number };

/**
 * A list that is read in pages. When its filters change, the previous rows stay visible until the new ones have
 * loaded.
 */
export type PagedList<Row> = {
  /** Undefined until the first page is loaded. */
  rows: Row[] | undefined;
  /** Number of matching rows; the API stops counting at 10,000. */
  total: number | undefined;
  hasMore: boolean;
  isLoadingMore: boolean;
  isFetching: boolean;
  isError: boolean;
  error: Error | null;
  /** When the rows were loaded, in epoch milliseconds. */
  updatedAt: number;
  loadMore: () => void;
  refetch: () => void;
};

type PagedListOptions = {
  /** Refetches the loaded pages at this interval, in milliseconds. */
  refetchInterval?: number;
  /** 0 refetches the pages whenever the list is mounted. */
  staleTime?: 0;
};

export function usePagedList<Row>(
  queryKey: QueryKey,
  readPage: (cursor: string | undefined) => Promise<Page<Row>>,
  options: PagedListOptions = {},
): PagedList<Row> {
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam }) => readPage(pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    placeholderData: keepPreviousData,
    ...options,
  });
  const rows = useMemo(() => query.data?.pages.flatMap(({ items }) => items), [query.data]);
  return {
    rows,
    total: query.data?.pages[0]?.total,
    hasMore: query.hasNextPage,
    isLoadingMore: query.isFetchingNextPage,
    isFetching: query.isFetching,
    isError: query.isError,
    error: query.error,
    updatedAt: query.dataUpdatedAt,
    loadMore: () => void query.fetchNextPage(),
    refetch: () => void query.refetch(),
  };
}
