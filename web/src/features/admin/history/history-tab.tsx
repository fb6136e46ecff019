import { useSearchParams } from 'react-router-dom';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/components/ui/tabs';
import { useChangeParams } from '@/lib/list/use-change-params';
import { BalanceView } from './balance-view';
import { CheckpointsCard } from './checkpoints-card';
import { ChainCard } from './chain-card';
import { EventDialog } from './event-dialog';
import { EventsList } from './events-list';

const VIEWS = [
  { id: 'events', label: 'Events', Content: EventsList },
  { id: 'balance', label: 'Balance at a moment', Content: BalanceView },
  { id: 'checkpoints', label: 'Checkpoints', Content: CheckpointsCard },
] as const;

/** The ledger for admins: chain status, events, past balances and checkpoints. */
export function HistoryTab() {
  const [params, setParams] = useSearchParams();
  const changeParams = useChangeParams();
  const view = VIEWS.find(({ id }) => id === params.get('view'))?.id ?? 'events';
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
          {VIEWS.map(({ id, label }) => (
            <TabsTrigger key={id} value={id}>
              {label}
            </TabsTrigger>
          ))}
        </TabsList>
        {VIEWS.map(({ id, Content }) => (
          <TabsContent key={id} value={id}>
            <Content />
          </TabsContent>
        ))}
      </Tabs>
      {Number.isSafeInteger(position) && position > 0 ? (
        <EventDialog position={position} onClose={close} />
      ) : null}
    </>
  );
}
