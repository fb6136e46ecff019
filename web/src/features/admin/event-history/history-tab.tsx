import { lazy, Suspense, type ComponentType } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Skeleton } from '@/components/ui/skeleton';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/components/ui/tabs';
import { useChangeParams } from '@/lib/list/use-change-params';
import { usePermitted, type Permission } from '@/lib/permissions';
import { BalanceView } from './balance-view';
import { CheckpointsCard } from './checkpoints-card';
import { ChainCard } from './chain-card';
import { EventDialog } from './event-dialog';
import { EventsList } from './events-list';

const AccessList = lazy(async () => ({ default: (await import('./access/access-list')).AccessList }));

type View = { id: string; label: string; permission: Permission; Content: ComponentType };

const VIEWS: readonly View[] = [
  { id: 'events', label: 'Events', permission: 'events:read', Content: EventsList },
  { id: 'balance', label: 'Balance at a point in time', permission: 'events:read', Content: BalanceView },
  { id: 'checkpoints', label: 'Checkpoints', permission: 'events:read', Content: CheckpointsCard },
  { id: 'access', label: 'Access log', permission: 'access-log:read', Content: AccessList },
];

/** The ledger for admins: chain status, events, past balances, checkpoints, and the access log. */
export function HistoryTab() {
  const [params, setParams] = useSearchParams();
  const changeParams = useChangeParams();
  const isPermitted = usePermitted();
  const views = VIEWS.filter(({ permission }) => isPermitted(permission));
  const view = views.find(({ id }) => id === params.get('view'))?.id ?? 'events';
  const position = Number(params.get('event') ?? '');
  const close = () => changeParams({ event: '' }, { replace: true, preventScrollReset: true });
  return (
    <>
      <ChainCard />
      <Tabs
        value={view}
        onValueChange={(next) =>
          setParams(next === 'events' ? { tab: 'history' } : { tab: 'history', view: next }, {
            replace: true,
          })
        }
        className="mt-6"
      >
        <TabsList aria-label="Event history">
          {views.map(({ id, label }) => (
            <TabsTrigger key={id} value={id}>
              {label}
            </TabsTrigger>
          ))}
        </TabsList>
        {views.map(({ id, Content }) => (
          <TabsContent key={id} value={id}>
            <Suspense fallback={<Skeleton className="h-48" />}>
              <Content />
            </Suspense>
          </TabsContent>
        ))}
      </Tabs>
      {Number.isSafeInteger(position) && position > 0 ? (
        <EventDialog position={position} onClose={close} />
      ) : null}
    </>
  );
}
