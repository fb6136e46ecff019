/**
 * A model of writing to a log outside PostgreSQL (docs/adr/0016). Two processes prepare transactions, append their
 * events to one stream, and commit the transactions whose events the stream contains. Replies are lost, appends arrive
 * late, processes crash, leaders refuse appends, and PostgreSQL is reset to an older state. A state contains only what
 * the protocol depends on, so all states can be explored (`explore.ts`).
 */

/**
 * A client's operation. Clients repeat only operations with a key, because the key keeps an operation from being done
 * twice.
 */
export interface Operation {
  readonly name: string;
  readonly kind: 'keyed' | 'keyless';
}

/** Deliberate mistakes. The explorer must find a counterexample for each. */
export const BUGS = [
  'appends without an expected revision',
  'trusts a read that finds nothing',
  'commits before the append',
  'trusts that its fence has won',
  'commits although another event is at its position',
  'restores no keys from the log',
  'never settles what others have left behind',
] as const;
export type Bug = (typeof BUGS)[number];

/** The limits of the model. Within these limits, the exploration is exhaustive. */
export interface Scope {
  readonly operations: readonly Operation[];
  /** Maximum number of crashes, lost or late messages, wrong refusals and resets of PostgreSQL in total. */
  readonly faults: number;
  readonly bug?: Bug;
}

/**
 * An event of one operation, or a fence (`operation: null`), which abandons a batch. `parent` stands for the hash,
 * which covers the previous event.
 */
export interface ModelEvent {
  readonly id: number;
  readonly operation: number | null;
  readonly parent: number;
}

/** An append request. The server compares `base` with the length of the stream. */
interface Append {
  readonly base: number;
  readonly event: ModelEvent;
}

/** A transaction that is prepared in PostgreSQL. It locks the head, so there is at most one. */
interface Prepared extends Append {
  /** The process that is waiting for the transaction's outcome, if any. */
  readonly owner: number | null;
}

interface Process {
  readonly isUp: boolean;
  /** Operations that are waiting for a batch. */
  readonly waiting: readonly number[];
  /** The transaction that the process has prepared, or has found among PostgreSQL's prepared transactions. */
  readonly target: Prepared | null;
  readonly stage: 'idle' | 'prepared' | 'sent' | 'unknown' | 'fencing' | 'fenced' | 'acknowledged' | 'behind';
}

export interface State {
  readonly log: readonly ModelEvent[];
  /** The committed rows: the events and the keys of their operations. */
  readonly tables: { readonly events: readonly ModelEvent[]; readonly keys: readonly number[] };
  readonly prepared: Prepared | null;
  /** Append requests in transit. Each may arrive at any time, or never. */
  readonly network: readonly Append[];
  readonly processes: readonly Process[];
  /** What the client of each operation knows about the operation. `failed` means that the outcome is unknown. */
  readonly clients: readonly ('new' | 'waiting' | 'acknowledged' | 'failed')[];
  readonly faultsLeft: number;
  /** Whether PostgreSQL can still be reset to an older state, as when an asynchronous standby takes over. */
  readonly mayRestore: boolean;
  /** The first violation. Later states keep it. */
  readonly violation: string | null;
}

export interface Step {
  readonly action: string;
  readonly state: State;
}

const ROOT = -1;
const NAMES = ['A', 'B'];
const IDLE: Process = { isUp: true, waiting: [], target: null, stage: 'idle' };

export function initialState({ operations, faults }: Scope): State {
  return {
    log: [],
    tables: { events: [], keys: [] },
    prepared: null,
    network: [],
    processes: [IDLE, IDLE],
    clients: operations.map(() => 'new'),
    faultsLeft: faults,
    mayRestore: true,
    violation: null,
  };
}

/** Returns every step that may come next. */
export function nextSteps(state: State, scope: Scope): Step[] {
  return [
    ...clientSteps(state, scope),
    ...state.network.flatMap((append, index) => networkSteps(state, scope, append, index)),
    ...state.processes.flatMap((_process, index) => processSteps(state, scope, index)),
    ...restoreSteps(state),
  ];
}

/** Returns a string that is different for each state. */
export function encode(state: State): string {
  return JSON.stringify(state);
}

/** Whether every operation is settled and the tables have reached the end of the log. */
export function isDone({ clients, tables, log, prepared }: State, { operations }: Scope): boolean {
  return (
    prepared === null &&
    tables.events.length === log.length &&
    clients.every((client, index) => {
      return client === 'acknowledged' || (client === 'failed' && operations[index]?.kind === 'keyless');
    })
  );
}

/** Returns what is wrong with a state, or null. */
export function findViolation(
  { log, tables, clients, violation }: State,
  { operations }: Scope,
): string | null {
  if (violation !== null) return violation;
  const nameOf = (operation: number): string => operations[operation]?.name ?? String(operation);
  const landed = new Set<number>();
  for (const [index, { id, operation, parent }] of log.entries()) {
    if (parent !== (log[index - 1]?.id ?? ROOT)) return `event ${index + 1} does not continue the chain`;
    const row = tables.events[index];
    if (row !== undefined && row.id !== id) return 'the tables differ from the log';
    if (operation === null) continue;
    if (landed.has(operation)) return `${nameOf(operation)} is in the log twice`;
    landed.add(operation);
    const needsKey = row !== undefined && operations[operation]?.kind === 'keyed';
    if (needsKey && !tables.keys.includes(operation)) return `the key of ${nameOf(operation)} is lost`;
  }
  if (tables.events.length > log.length) return 'the tables are ahead of the log';
  const lost = clients.findIndex((client, index) => client === 'acknowledged' && !landed.has(index));
  return lost < 0 ? null : `${nameOf(lost)} was acknowledged but is not in the log`;
}

function clientSteps(state: State, { operations }: Scope): Step[] {
  const steps: Step[] = [];
  for (const [index, { kind, name }] of operations.entries()) {
    const client = state.clients[index];
    if (client !== 'new' && !(client === 'failed' && kind === 'keyed')) continue;
    for (const [at, process] of state.processes.entries()) {
      // The processes are interchangeable, so it is enough to submit the first operation to A.
      if (!process.isUp || (client === 'new' && index === 0 && at > 0)) continue;
      const asked = withProcess(state, at, { waiting: [...process.waiting, index].sort() });
      const verb = client === 'new' ? 'is submitted' : 'is submitted again';
      steps.push({ action: `${name} ${verb} to ${NAMES[at]}`, state: withClient(asked, index, 'waiting') });
    }
  }
  return steps;
}

/** The server receives an append request, or the request is lost. The sender might not learn which. */
function networkSteps(state: State, scope: Scope, append: Append, index: number): Step[] {
  const rest = { ...state, network: state.network.filter((_append, at) => at !== index) };
  const { log, accepted } = receive(state.log, append, scope);
  const received = { ...rest, log };
  const what = append.event.operation === null ? `fence ${append.event.id}` : `event ${append.event.id}`;
  const verdict = accepted ? 'accepts' : 'refuses';
  const reply = accepted ? 'confirmed' : 'refused';
  const steps = [
    { action: `the server ${verdict} ${what}`, state: withReply(received, scope, append, reply) },
  ];
  if (state.faultsLeft === 0) return steps;
  steps.push({ action: `${what} is lost`, state: withReply(withFault(rest), scope, append, 'unknown') });
  if (isAwaited(state, append)) {
    steps.push(
      {
        action: `the server ${verdict} ${what}, and the reply is lost`,
        state: withReply(withFault(received), scope, append, 'unknown'),
      },
      {
        action: `the sender of ${what} stops waiting`,
        state: withReply(withFault(state), scope, append, 'unknown'),
      },
      // A leader that was replaced can refuse an append because of an event that only this leader has stored.
      {
        action: `a deposed leader refuses ${what}`,
        state: withReply(withFault(rest), scope, append, 'refused'),
      },
    );
  }
  return steps;
}

/**
 * Models KurrentDB: it appends an event if the stream has the expected length, and confirms a repeated append, which it
 * recognizes by the event id.
 */
function receive(log: readonly ModelEvent[], { base, event }: Append, { bug }: Scope) {
  if (base === log.length || bug === 'appends without an expected revision')
    return { log: [...log, event], accepted: true };
  return { log, accepted: log[base]?.id === event.id };
}

function processSteps(state: State, scope: Scope, at: number): Step[] {
  const process = state.processes[at];
  if (process === undefined) return [];
  const name = NAMES[at] ?? '';
  if (!process.isUp)
    return [{ action: `${name} starts`, state: withProcess(state, at, { ...IDLE, stage: 'behind' }) }];
  const steps = [...idleSteps(state, scope, at, process), ...settleSteps(state, scope, at, process)];
  if (state.faultsLeft > 0) steps.push({ action: `${name} crashes`, state: crash(state, at, process) });
  return steps;
}

function idleSteps(state: State, scope: Scope, at: number, process: Process): Step[] {
  const name = NAMES[at] ?? '';
  const { prepared, tables } = state;
  if (process.stage === 'behind') {
    // The catch-up waits for the lock on the head.
    return prepared === null
      ? [{ action: `${name} catches up`, state: withProcess(catchUp(state, scope), at, { stage: 'idle' }) }]
      : leftSteps(state, scope, at);
  }
  if (process.stage !== 'idle') return [];
  const steps = prepared === null ? [] : leftSteps(state, scope, at);
  if (prepared === null && tables.events.length < state.log.length) {
    // A process also reads the head without writing, for example before it refuses a command.
    steps.push({
      action: `${name} reads the head of the log`,
      state: withProcess(state, at, { stage: 'behind' }),
    });
  }
  if (prepared !== null || process.waiting.length === 0) return steps;
  const [operation = 0, ...waiting] = process.waiting;
  if (tables.keys.includes(operation)) {
    const answered = withClient(withProcess(state, at, { waiting }), operation, 'acknowledged');
    return [...steps, { action: `${name} finds the key of an operation`, state: answered }];
  }
  const event = { id: unusedId(state), operation, parent: tables.events.at(-1)?.id ?? ROOT };
  const next: Prepared = { base: tables.events.length, event, owner: at };
  const decided = withProcess({ ...state, prepared: next }, at, { waiting, target: next, stage: 'prepared' });
  if (scope.bug === 'commits before the append') {
    const early = commit(decided, scope);
    const action = `${name} commits event ${event.id} and sends it`;
    return [...steps, { action, state: { ...answer(early, at, event), network: [...early.network, next] } }];
  }
  return [...steps, { action: `${name} prepares event ${event.id}`, state: decided }];
}

/**
 * Lets a process find a prepared transaction that was left behind, in order to settle it. If the transaction's owner is
 * only slow, this step uses up one of the faults.
 */
function leftSteps(state: State, { bug }: Scope, at: number): Step[] {
  const { prepared, faultsLeft } = state;
  if (prepared === null || bug === 'never settles what others have left behind') return [];
  const isLeft = prepared.owner === null;
  if (!isLeft && (faultsLeft === 0 || prepared.owner === at)) return [];
  const found = withProcess(isLeft ? state : withFault(state), at, { target: prepared, stage: 'unknown' });
  return [{ action: `${NAMES[at]} finds a prepared transaction`, state: found }];
}

function settleSteps(state: State, scope: Scope, at: number, process: Process): Step[] {
  const name = NAMES[at] ?? '';
  const { prepared } = state;
  const isOwner = prepared?.owner === at;
  switch (process.stage) {
    case 'prepared':
      return isOwner
        ? [{ action: `${name} sends event ${prepared.event.id}`, state: sendOwn(state, at) }]
        : [];
    case 'acknowledged':
      return [{ action: `${name} commits`, state: finishOwn(state, scope, at) }];
    case 'unknown':
      if (process.target === null) return [];
      return [
        { action: `${name} reads the position`, state: settle(state, scope, at, process.target) },
        ...(isOwner ? [{ action: `${name} gives up`, state: giveUp(state, at) }] : []),
      ];
    case 'fenced':
      return [
        {
          action: `${name} trusts its fence`,
          state: rollBack(withProcess(state, at, { stage: 'behind' }), process.target),
        },
      ];
    case 'idle':
    case 'sent':
    case 'fencing':
    case 'behind':
      return [];
  }
}

/** Sends the event of the process's own prepared transaction. `rollBack` models an owner that sends the event late. */
function sendOwn(state: State, at: number): State {
  const { prepared } = state;
  if (prepared?.owner !== at) return withProcess(state, at, { stage: 'behind' });
  const { base, event } = prepared;
  return { ...withProcess(state, at, { stage: 'sent' }), network: [...state.network, { base, event }] };
}

/**
 * Reads the log at the transaction's position. Commits the transaction if its event is there, rolls it back if
 * another event is there, and otherwise sends a fence.
 */
function settle(state: State, scope: Scope, at: number, prepared: Prepared): State {
  const { bug } = scope;
  const there = state.log[prepared.base];
  if (
    there !== undefined &&
    (there.id === prepared.event.id || bug === 'commits although another event is at its position')
  )
    return state.prepared?.event.id === prepared.event.id ? finishOwn(state, scope, at) : lookedUp(state, at);
  if (there !== undefined || bug === 'trusts a read that finds nothing')
    return rollBack(withProcess(state, at, { stage: 'behind' }), prepared);
  const fencing = withProcess(state, at, { stage: 'fencing' });
  // A second fence at the same position would have the same effect.
  if (state.network.some(({ base, event }) => event.operation === null && base === prepared.base))
    return fencing;
  const fence = { id: unusedId(state), operation: null, parent: prepared.event.parent };
  return { ...fencing, network: [...state.network, { base: prepared.base, event: fence }] };
}

/**
 * Makes a process catch up, because another process has already settled the transaction. After that, the process checks
 * the tables, as for any repeated request.
 */
function lookedUp(state: State, at: number): State {
  return withProcess(state, at, { stage: 'behind' });
}

/** COMMIT PREPARED, by the owner or another process. Only the owner answers the client. */
function finishOwn(state: State, scope: Scope, at: number): State {
  const { prepared } = state;
  if (prepared === null) return withProcess(state, at, { stage: 'behind' });
  const committed = commit(state, scope);
  return prepared.owner === at
    ? answer(committed, at, prepared.event)
    : withOwnerTold(withProcess(committed, at, { stage: 'idle' }), prepared);
}

/**
 * Answers the client of a waiting owner at once. This stands for the owner looking for its transaction, learning the
 * outcome and answering.
 */
function withOwnerTold(state: State, { owner, event }: Prepared): State {
  return owner === null ? state : answer(state, owner, event);
}

function answer(state: State, at: number, { operation }: ModelEvent): State {
  const idle = withProcess(state, at, { stage: 'idle' });
  return operation === null ? idle : withClient(idle, operation, 'acknowledged');
}

function commit(state: State, { operations }: Scope): State {
  const { prepared, tables } = state;
  if (prepared === null) return state;
  const { event, base } = prepared;
  const { operation } = event;
  const isWrong = tables.events.length !== base;
  const keys =
    operation !== null && operations[operation]?.kind === 'keyed'
      ? [...tables.keys, operation].sort()
      : tables.keys;
  return {
    ...state,
    prepared: null,
    tables: { events: [...tables.events, event], keys },
    violation: isWrong ? 'a transaction was committed at the wrong position' : state.violation,
  };
}

/** ROLLBACK PREPARED. The owner decides the operation again. */
function rollBack(state: State, prepared: Prepared | null): State {
  if (prepared === null || state.prepared?.event.id !== prepared.event.id) return state;
  const { owner, event } = state.prepared;
  // A slow owner sends the append anyway.
  const isSlow = owner !== null && state.processes[owner]?.stage === 'prepared';
  const network = isSlow ? [...state.network, { base: prepared.base, event }] : state.network;
  const rest = { ...state, prepared: null, network };
  const process = owner === null ? undefined : rest.processes[owner];
  if (owner === null || process === undefined || event.operation === null) return rest;
  return withProcess(rest, owner, {
    waiting: [...process.waiting, event.operation].sort(),
    stage: process.stage === 'idle' ? 'idle' : 'behind',
  });
}

/** If a transaction is not settled in time, its callers get an unknown outcome. The transaction stays prepared. */
function giveUp(state: State, at: number): State {
  const { prepared } = state;
  if (prepared === null) return state;
  const { operation } = prepared.event;
  const left = withProcess({ ...state, prepared: { ...prepared, owner: null } }, at, { stage: 'idle' });
  return operation === null ? left : withClient(left, operation, 'failed');
}

function catchUp(state: State, { operations, bug }: Scope): State {
  const { log, tables } = state;
  const restored = log.slice(tables.events.length).flatMap(({ operation }) => {
    return operation !== null && operations[operation]?.kind === 'keyed' ? [operation] : [];
  });
  const keys = bug === 'restores no keys from the log' ? tables.keys : [...tables.keys, ...restored].sort();
  return { ...state, tables: { events: [...tables.events, ...log.slice(tables.events.length)], keys } };
}

/**
 * PostgreSQL loses its last transaction, as after a restore. The model does this only while no transaction is prepared.
 */
function restoreSteps(state: State): Step[] {
  const { mayRestore, faultsLeft, tables } = state;
  const last = tables.events.at(-1);
  if (!mayRestore || faultsLeft === 0 || last === undefined || state.prepared !== null) return [];
  const older = {
    events: tables.events.slice(0, -1),
    keys: tables.keys.filter((operation) => operation !== last.operation),
  };
  return [
    {
      action: 'PostgreSQL is reset to an older state',
      state: withFault({ ...state, tables: older, mayRestore: false }),
    },
  ];
}

function crash(state: State, at: number, process: Process): State {
  const { prepared } = state;
  const isOwner = prepared?.owner === at;
  const own = isOwner && prepared.event.operation !== null ? [prepared.event.operation] : [];
  const left = isOwner ? { ...state, prepared: { ...prepared, owner: null } } : state;
  const failed = [...process.waiting, ...own].reduce(
    (after, operation) =>
      after.clients[operation] === 'waiting' ? withClient(after, operation, 'failed') : after,
    left,
  );
  return withFault(withProcess(failed, at, { ...IDLE, isUp: false }));
}

/** Whether a process is waiting for the reply to this append. */
function isAwaited(state: State, append: Append): boolean {
  return senderOf(state, append) >= 0;
}

function senderOf({ processes }: State, { base, event }: Append): number {
  return processes.findIndex(({ stage, target }) =>
    event.operation === null
      ? stage === 'fencing' && target?.base === base
      : stage === 'sent' && target?.event.id === event.id,
  );
}

/** Gives the sender of an append the reply, if the sender is still waiting for a reply. */
function withReply(
  state: State,
  { bug }: Scope,
  append: Append,
  reply: 'confirmed' | 'refused' | 'unknown',
): State {
  const at = senderOf(state, append);
  if (at < 0) return state;
  const isFence = append.event.operation === null;
  if (isFence) {
    const isTrusted = reply === 'refused' && bug === 'trusts that its fence has won';
    const stage = isTrusted ? 'fenced' : 'unknown';
    const processes = state.processes.map((process) =>
      process.stage === 'fencing' && process.target?.base === append.base ? { ...process, stage } : process,
    );
    return { ...state, processes } as State;
  }
  return withProcess(state, at, { stage: reply === 'confirmed' ? 'acknowledged' : 'unknown' });
}

function withProcess(state: State, at: number, change: Partial<Process>): State {
  const isDone = change.stage === 'idle' || change.stage === 'behind';
  const all = isDone ? { ...change, target: null } : change;
  const processes = state.processes.map((process, index) =>
    index === at ? { ...process, ...all } : process,
  );
  return { ...state, processes };
}

function withClient(state: State, operation: number, client: State['clients'][number]): State {
  return { ...state, clients: state.clients.map((old, index) => (index === operation ? client : old)) };
}

function withFault(state: State): State {
  return { ...state, faultsLeft: state.faultsLeft - 1 };
}

/**
 * Returns an id that no event in the state has. Real event ids are hashes and never repeat, but the model reuses the id
 * of an event that has disappeared.
 */
function unusedId({ log, tables, network, prepared, processes }: State): number {
  const events = [...log, ...tables.events, ...network.map(({ event }) => event)];
  const named = [prepared, ...processes.map(({ target }) => target)].flatMap((one) => one?.event ?? []);
  const used = new Set([...events, ...named].map(({ id }) => id));
  let id = 0;
  while (used.has(id)) id += 1;
  return id;
}
