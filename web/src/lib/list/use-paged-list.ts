import { keepPreviousData, useInfiniteQuery, type QueryKey } from '@tanstack/react-query';

/** What a list call of the API answers. */
export type Page<Row> = { items: Row[]; nextCursor: string | null; total?: number };

/** A list that is read page by page; while its filters change, the rows of before stay on screen. */
export type PagedList<Row> = {
  /** Undefined until the first page is there. */
  rows: Row[] | undefined;
  /** How many match; the API counts no further than 10,000. */
  total: number | undefined;
  hasMore: boolean;
  isLoadingMore: boolean;
  isFetching: boolean;
  isError: boolean;
  error: Error | null;
  /** When the rows were read, in milliseconds. */
  updatedAt: number;
  loadMore: () => void;
  refetch: () => void;
};

type PagedListOptions = {
  /** The pages that are shown are read again as often, in milliseconds. */
  refetchInterval?: number;
  /** 0: the pages are read again whenever the list is shown. */
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
  return {
    rows: query.data?.pages.flatMap(({ items }) => items),
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
