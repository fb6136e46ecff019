/**
 * A model of writing to a log outside PostgreSQL (docs/adr/0016): two processes append to one stream and project it into
 * the tables, while replies are lost, appends arrive late and processes crash. A state contains everything that the
 * protocol depends on and nothing else, so that all of them can be explored (`explore.ts`).
 */

/** What clients ask for. A pending operation commits with a table row before it is appended. */
export interface Operation {
  readonly name: string;
  readonly kind: 'keyed' | 'keyless' | 'pending';
  readonly hasText: boolean;
}

/** Deliberate mistakes. The explorer must find a counterexample for each. */
export const BUGS = [
  'trusts a read that finds nothing',
  'projects without compare-and-set',
  'retries an unknown append with new event ids',
  'deletes a pending row before its append',
  'sends an append before its predecessor is confirmed',
  'trusts a refusal without a read',
  'stages texts after the append',
  'restores no keys from the log',
  'keeps a pending row that another process appended',
  'reads the log only when something has failed',
] as const;
export type Bug = (typeof BUGS)[number];

/** The size of the model. Exploration is exhaustive within it. */
export interface Scope {
  readonly operations: readonly Operation[];
  /** Crashes, lost or late messages and double submissions that may happen in total. */
  readonly faults: number;
  /** Batches of a process at a time: with 2, a batch is decided while its predecessor is appended and projected. */
  readonly pipelineDepth: 1 | 2;
  readonly bug?: Bug;
}

/** The chain is modeled by `parent`: the id of the event before it, which its hash would cover. */
export interface ModelEvent {
  readonly id: number;
  readonly operation: number;
  readonly parent: number;
}

/** An append request. The server compares `base`, a number, with the length of the stream. */
interface Append {
  readonly base: number;
  readonly events: readonly ModelEvent[];
}

interface Batch extends Append {
  readonly stage: 'decided' | 'staged' | 'sent' | 'unknown' | 'refused' | 'confirmed';
}

interface Process {
  readonly isUp: boolean;
  /** Whether it must catch up with the log before it decides. */
  readonly isBehind: boolean;
  /** Events that it has read and not projected yet. */
  readonly fetched: Append | null;
  readonly batches: readonly Batch[];
  /** Operations that wait for a batch. */
  readonly waiting: readonly number[];
}

/** The tables in PostgreSQL. Every change of them is one transaction. */
interface Tables {
  /** Ids of the projected events. */
  readonly events: readonly number[];
  readonly keys: readonly number[];
  readonly texts: readonly number[];
  readonly staged: readonly { readonly id: number; readonly position: number }[];
  readonly pending: readonly number[];
}

export interface State {
  readonly log: readonly ModelEvent[];
  readonly tables: Tables;
  /** Append requests on their way. Each arrives at any time, or never. */
  readonly network: readonly Append[];
  readonly processes: readonly Process[];
  /** What the client of each operation knows. A failure is an unknown outcome. */
  readonly clients: readonly ('new' | 'waiting' | 'acknowledged' | 'failed')[];
  readonly faultsLeft: number;
}

export interface Step {
  readonly action: string;
  readonly state: State;
}

const ROOT = -1;
const NAMES = ['A', 'B'];
const DIGITS = '0123456789abcdefghijklmnopqrstuvwxyz';
const IDLE: Process = { isUp: true, isBehind: false, fetched: null, batches: [], waiting: [] };

export function initialState({ operations, faults }: Scope): State {
  return {
    log: [],
    tables: { events: [], keys: [], texts: [], staged: [], pending: [] },
    network: [],
    processes: [IDLE, IDLE],
    clients: operations.map(() => 'new'),
    faultsLeft: faults,
  };
}

/** Returns every step that may come next. */
export function nextSteps(state: State, scope: Scope): Step[] {
  return [
    ...clientSteps(state, scope),
    ...state.network.flatMap((append, index) => networkSteps(state, append, index)),
    ...state.processes.flatMap((_process, index) => processSteps(state, scope, index)),
  ];
}

/** Returns a short text that differs for different states. Ids and positions stay below 36. */
export function encode({ log, tables, network, processes, clients, faultsLeft }: State): string {
  let code = `${encodeEvents(log)}|`;
  for (const id of tables.events) code += digit(id);
  code += '|';
  for (const operation of tables.keys) code += digit(operation);
  code += '|';
  for (const id of tables.texts) code += digit(id);
  code += '|';
  for (const { id, position } of tables.staged) code += digit(id) + digit(position);
  code += '|';
  for (const operation of tables.pending) code += digit(operation);
  for (const append of network) code += `|${encodeAppend(append)}`;
  for (const { isUp, isBehind, fetched, batches, waiting } of processes) {
    code += isUp ? (isBehind ? '<' : '=') : '!';
    if (fetched !== null) code += encodeAppend(fetched);
    for (const batch of batches)
      code += `|${encodeAppend(batch)}${batch.stage[0] ?? ''}${batch.stage[1] ?? ''}`;
    code += '|';
    for (const operation of waiting) code += digit(operation);
  }
  code += '|';
  for (const client of clients) code += client[0] ?? '';
  return code + digit(faultsLeft);
}

function encodeAppend({ base, events }: Append): string {
  return digit(base) + encodeEvents(events);
}

function encodeEvents(events: readonly ModelEvent[]): string {
  let code = '';
  for (const { id, operation, parent } of events) code += digit(id) + digit(operation) + digit(parent + 1);
  return code;
}

function digit(value: number): string {
  return DIGITS[value] ?? `(${value})`;
}

/** Whether everything is done: what was asked for is settled, and the tables have reached the end of the log. */
export function isDone({ clients, tables, log }: State, { operations }: Scope): boolean {
  return (
    tables.pending.length === 0 &&
    tables.events.length === log.length &&
    clients.every((client, index) => {
      return client === 'acknowledged' || (client === 'failed' && operations[index]?.kind === 'keyless');
    })
  );
}

/** Returns what is wrong with a state, or null. */
export function findViolation({ log, tables, clients }: State, { operations }: Scope): string | null {
  const landed = new Map<number, number>();
  for (const [index, { id, operation, parent }] of log.entries()) {
    if (parent !== (log[index - 1]?.id ?? ROOT)) return `event ${index + 1} does not continue the chain`;
    if (landed.has(operation)) return `${nameOf(operation)} is in the log twice`;
    landed.set(operation, index);
    const isProjected = index < tables.events.length;
    if (isProjected && tables.events[index] !== id) return 'the tables differ from the log';
    if (operations[operation]?.hasText === true) {
      const isKept = isProjected ? tables.texts.includes(id) : tables.staged.some((row) => row.id === id);
      if (!isKept) return `the text of ${nameOf(operation)} is lost`;
    }
    if (isProjected && operations[operation]?.kind === 'keyed' && !tables.keys.includes(operation)) {
      return `the key of ${nameOf(operation)} is lost`;
    }
  }
  if (tables.events.length > log.length) return 'the tables are ahead of the log';
  let newestPending = -1;
  for (const [operation, { kind }] of operations.entries()) {
    const position = landed.get(operation);
    const isProjected = position !== undefined && position < tables.events.length;
    const hasRow = tables.pending.includes(operation);
    if (hasRow && isProjected) return `${nameOf(operation)} is pending although it was projected`;
    if (clients[operation] !== 'acknowledged' || isProjected) continue;
    if (!hasRow) return `${nameOf(operation)} was acknowledged and is not in the tables`;
    if (kind !== 'pending') return `${nameOf(operation)} is no pending operation`;
  }
  for (const { operation } of log.filter((event) => operations[event.operation]?.kind === 'pending')) {
    if (operation < newestPending) return `${nameOf(operation)} is in the log after a later transaction`;
    newestPending = operation;
  }
  return null;

  function nameOf(operation: number): string {
    return operations[operation]?.name ?? String(operation);
  }
}

function clientSteps(state: State, { operations }: Scope): Step[] {
  const steps: Step[] = [];
  for (const [index, { kind, name }] of operations.entries()) {
    const client = state.clients[index];
    if (kind === 'pending') {
      // In the order of `operations`, as transactions that depend on each other commit.
      const isNext = operations.findIndex(
        (other, at) => other.kind === 'pending' && state.clients[at] === 'new',
      );
      if (isNext !== index) continue;
      const tables = { ...state.tables, pending: [...state.tables.pending, index] };
      steps.push({
        action: `the transaction of ${name} commits`,
        state: { ...withClient(state, index, 'acknowledged'), tables },
      });
      continue;
    }
    const mayAsk = client === 'new' || (client === 'failed' && kind === 'keyed');
    // A double click, or a client that lost patience.
    const mayRepeat = client === 'waiting' && kind === 'keyed' && state.faultsLeft > 0;
    for (const [at, process] of state.processes.entries()) {
      // The processes are alike, so the first operation goes to A without loss of generality.
      if (client === 'new' && index === 0 && at > 0) continue;
      if (!process.isUp || !(mayAsk || (mayRepeat && !isAt(process, index)))) continue;
      const asked = withProcess(mayAsk ? state : withFault(state), at, {
        waiting: [...process.waiting, index].sort(),
      });
      const verb = client === 'new' ? 'is submitted' : 'is submitted again';
      steps.push({ action: `${name} ${verb} to ${NAMES[at]}`, state: withClient(asked, index, 'waiting') });
    }
  }
  return steps;
}

/** The server receives an append request, or it gets lost. Either way its sender may not learn of it. */
function networkSteps(state: State, append: Append, index: number): Step[] {
  const rest = { ...state, network: state.network.filter((_append, at) => at !== index) };
  const ids = append.events.map(({ id }) => id).join(',');
  const { log, accepted } = receive(state.log, append);
  const received = { ...rest, log };
  const verdict = accepted ? 'accepts' : 'refuses';
  const steps: Step[] = [
    {
      action: `the server ${verdict} [${ids}]`,
      state: withReply(received, append, accepted ? 'confirmed' : 'refused'),
    },
  ];
  if (state.faultsLeft === 0) return steps;
  steps.push({ action: `[${ids}] is lost`, state: withReply(withFault(rest), append, 'unknown') });
  if (isAwaited(state, append)) {
    steps.push(
      {
        action: `the server ${verdict} [${ids}], and the reply is lost`,
        state: withReply(withFault(received), append, 'unknown'),
      },
      {
        action: `the sender of [${ids}] stops waiting`,
        state: withReply(withFault(state), append, 'unknown'),
      },
      // Such as a leader with an event that was never replicated.
      {
        action: `a deposed leader refuses [${ids}]`,
        state: withReply(withFault(rest), append, 'refused'),
      },
    );
  }
  return steps;
}

/** KurrentDB's rule: the expected revision is a number, and a repetition by event ids succeeds. */
function receive(
  log: readonly ModelEvent[],
  { base, events }: Append,
): { log: readonly ModelEvent[]; accepted: boolean } {
  if (base === log.length) return { log: [...log, ...events], accepted: true };
  return { log, accepted: events.every(({ id }, index) => log[base + index]?.id === id) };
}

function processSteps(state: State, scope: Scope, at: number): Step[] {
  const process = state.processes[at];
  if (process === undefined) return [];
  const name = NAMES[at] ?? '';
  if (!process.isUp) {
    return [
      { action: `${name} starts`, state: withProcess(state, at, { ...IDLE, isUp: true, isBehind: true }) },
    ];
  }
  const steps = [...catchUpSteps(state, scope, at, process), ...batchSteps(state, scope, at, process)];
  const decided = decide(state, scope, at, process);
  if (decided !== null) steps.push({ action: `${name} decides`, state: decided });
  if (state.faultsLeft > 0) steps.push({ action: `${name} crashes`, state: crash(state, at, process) });
  return steps;
}

function catchUpSteps(state: State, scope: Scope, at: number, process: Process): Step[] {
  const name = NAMES[at];
  const { fetched } = process;
  if (fetched !== null) {
    const projected = project(state, scope, fetched, true);
    const isCaughtUp = projected !== null && projected.tables.events.length >= state.log.length;
    return [
      {
        action: `${name} projects what it has read`,
        state: withProcess(projected ?? state, at, { fetched: null, isBehind: !isCaughtUp }),
      },
    ];
  }
  if (!process.isBehind) {
    // An append that was given up can land at any time, also when nothing else will be written.
    const polls = state.tables.events.length < state.log.length && process.batches.length === 0;
    if (!polls || scope.bug === 'reads the log only when something has failed') return [];
    return [{ action: `${name} polls the log`, state: withProcess(state, at, { isBehind: true }) }];
  }
  const base = state.tables.events.length;
  const events = state.log.slice(base);
  if (events.length === 0) {
    return [{ action: `${name} has caught up`, state: withProcess(state, at, { isBehind: false }) }];
  }
  // A page may end anywhere, also within an append.
  const pages = events.length === 1 ? [events] : [events, events.slice(0, 1)];
  return pages.map((page) => ({
    action: `${name} reads ${page.length} of the log`,
    state: withProcess(state, at, { fetched: { base, events: page } }),
  }));
}

/** Decides the next batch on the projected tables, or on the predicted result of the batch before it. */
function decide(
  state: State,
  { operations, pipelineDepth, bug }: Scope,
  at: number,
  process: Process,
): State | null {
  if (process.isBehind || process.fetched !== null || process.batches.length >= pipelineDepth) return null;
  const { tables } = state;
  const predecessor = process.batches.at(-1);
  if (predecessor?.stage === 'decided') return null;
  const inFlight = new Set(process.batches.flatMap(({ events }) => events.map(({ operation }) => operation)));
  const replayed = process.waiting.filter((operation) => tables.keys.includes(operation));
  const pending = tables.pending.filter((operation) => !inFlight.has(operation));
  const included = [...pending, ...process.waiting.filter((operation) => !replayed.includes(operation))];
  if (included.length === 0 && replayed.length === 0) return null;
  let decided = withProcess(state, at, { waiting: [] });
  for (const operation of replayed) decided = withClient(decided, operation, 'acknowledged');
  if (included.length === 0) return decided;
  const base =
    predecessor === undefined ? tables.events.length : predecessor.base + predecessor.events.length;
  let parent = predecessor?.events.at(-1)?.id ?? tables.events.at(-1) ?? ROOT;
  const unused = unusedIds(state);
  const events = included.map((operation) => {
    const event = { id: unused(), operation, parent };
    parent = event.id;
    return event;
  });
  const needsStaging = events.some(({ operation }) => operations[operation]?.hasText);
  const stage = needsStaging && bug !== 'stages texts after the append' ? 'decided' : 'staged';
  decided = withProcess(decided, at, { batches: [...process.batches, { base, events, stage }] });
  return bug === 'deletes a pending row before its append'
    ? { ...decided, tables: { ...tables, pending: [] } }
    : decided;
}

function batchSteps(state: State, scope: Scope, at: number, process: Process): Step[] {
  return process.batches.flatMap((batch, index) => {
    const name = NAMES[at] ?? '';
    const ids = batch.events.map(({ id }) => id).join(',');
    const predecessor = process.batches[index - 1];
    switch (batch.stage) {
      case 'decided':
        return [{ action: `${name} stages the texts of [${ids}]`, state: stage(state, scope, at, batch) }];
      case 'staged': {
        const maySend =
          predecessor === undefined ||
          predecessor.stage === 'confirmed' ||
          (scope.bug === 'sends an append before its predecessor is confirmed' &&
            predecessor.stage === 'sent');
        return maySend ? [{ action: `${name} sends [${ids}]`, state: send(state, at, batch) }] : [];
      }
      case 'sent':
        return [];
      case 'unknown':
        return unknownSteps(state, scope, at, batch);
      case 'refused':
        return [{ action: `${name} reads whether [${ids}] landed`, state: settle(state, scope, at, batch) }];
      case 'confirmed':
        return predecessor === undefined && process.fetched === null
          ? [{ action: `${name} projects [${ids}]`, state: finish(state, scope, at, batch) }]
          : [];
    }
  });
}

/** Sends the same append again, or gives up: the callers get an unknown outcome. */
function unknownSteps(state: State, scope: Scope, at: number, batch: Batch): Step[] {
  const name = NAMES[at] ?? '';
  const ids = batch.events.map(({ id }) => id).join(',');
  if (scope.bug === 'trusts a read that finds nothing' && state.log.length <= batch.base) {
    return [
      {
        action: `${name} reads nothing of [${ids}] and decides again`,
        state: abandon(state, scope, at, batch),
      },
    ];
  }
  if (scope.bug === 'retries an unknown append with new event ids') {
    return [{ action: `${name} decides [${ids}] again`, state: abandon(state, scope, at, batch) }];
  }
  return [
    { action: `${name} sends [${ids}] again`, state: send(state, at, batch) },
    { action: `${name} gives up on [${ids}]`, state: giveUp(state, at) },
  ];
}

function stage(state: State, scope: Scope, at: number, batch: Batch): State {
  return { ...withStage(state, at, batch, 'staged'), tables: withStaged(state.tables, scope, batch) };
}

function withStaged(tables: Tables, { operations }: Scope, { base, events }: Append): Tables {
  const rows = events.flatMap(({ id, operation }, index) =>
    operations[operation]?.hasText === true ? [{ id, position: base + index + 1 }] : [],
  );
  return { ...tables, staged: [...tables.staged, ...rows].sort((one, other) => one.id - other.id) };
}

function send(state: State, at: number, batch: Batch): State {
  const { base, events } = batch;
  const network = [...state.network, { base, events }].sort(
    (one, other) => (one.events[0]?.id ?? 0) - (other.events[0]?.id ?? 0),
  );
  return { ...withStage(state, at, batch, 'sent'), network };
}

/** A refusal means nothing by itself. Another event at the position of the batch proves that it never lands. */
function settle(state: State, scope: Scope, at: number, batch: Batch): State {
  const there = state.log[batch.base];
  if (there?.id === batch.events[0]?.id) return withStage(state, at, batch, 'confirmed');
  if (there === undefined && scope.bug !== 'trusts a refusal without a read') {
    return withStage(state, at, batch, 'unknown');
  }
  return abandon(state, scope, at, batch);
}

/** Puts the operations of batches that never land back in the queue, and deletes their staged texts. */
function abandon(state: State, { operations, bug }: Scope, at: number, first: Batch): State {
  const process = state.processes[at] ?? IDLE;
  const abandoned = process.batches.slice(process.batches.indexOf(first)).flatMap(({ events }) => events);
  const ids = new Set(abandoned.map(({ id }) => id));
  const back = abandoned
    .map(({ operation }) => operation)
    .filter((one) => operations[one]?.kind !== 'pending');
  const staged = state.tables.staged.filter(({ id }) => !ids.has(id));
  return withProcess({ ...state, tables: { ...state.tables, staged } }, at, {
    isBehind: bug !== 'retries an unknown append with new event ids',
    batches: process.batches.filter((batch) => batch.base < first.base),
    waiting: [...process.waiting, ...back].sort(),
  });
}

function giveUp(state: State, at: number): State {
  const process = state.processes[at] ?? IDLE;
  return withProcess(failCallers(state, at, process.batches), at, { isBehind: true, batches: [] });
}

/** Projects a confirmed batch. Another process may have projected it, or a part of it, before. */
function finish(state: State, scope: Scope, at: number, batch: Batch): State {
  const { bug, operations } = scope;
  const staged =
    bug === 'stages texts after the append'
      ? { ...state, tables: withStaged(state.tables, scope, batch) }
      : state;
  const last = batch.base + batch.events.length - 1;
  const isThere = state.tables.events[last] === batch.events.at(-1)?.id;
  const projected =
    isThere && bug !== 'projects without compare-and-set' ? state : project(staged, scope, batch, false);
  if (projected === null) return withProcess(state, at, { isBehind: true });
  const process = state.processes[at] ?? IDLE;
  let done = withProcess(projected, at, { batches: process.batches.filter((other) => other !== batch) });
  for (const { operation } of batch.events) {
    if (operations[operation]?.kind !== 'pending') done = withClient(done, operation, 'acknowledged');
  }
  return done;
}

/** The projecting transaction. Returns null if the tables do not end where the events begin. */
function project(
  state: State,
  { operations, bug }: Scope,
  { base, events }: Append,
  isCatchUp: boolean,
): State | null {
  const { tables } = state;
  if (tables.events.length !== base && bug !== 'projects without compare-and-set') return null;
  const kindOf = ({ operation }: ModelEvent) => operations[operation]?.kind;
  const ids = events.map(({ id }) => id);
  const end = tables.events.length + events.length;
  const landed = new Set(events.map(({ operation }) => operation));
  const keys = events.filter((event) => kindOf(event) === 'keyed').map(({ operation }) => operation);
  const forgetsKeys = isCatchUp && bug === 'restores no keys from the log';
  const keepsRows = isCatchUp && bug === 'keeps a pending row that another process appended';
  return {
    ...state,
    tables: {
      events: [...tables.events, ...ids],
      keys: forgetsKeys ? tables.keys : [...tables.keys, ...keys].sort(),
      texts: [
        ...tables.texts,
        ...tables.staged.filter(({ id }) => ids.includes(id)).map(({ id }) => id),
      ].sort(),
      // Texts at or before the new end belong to these events or to events that never land.
      staged: tables.staged.filter(({ position }) => position > end),
      pending: keepsRows ? tables.pending : tables.pending.filter((operation) => !landed.has(operation)),
    },
  };
}

function crash(state: State, at: number, process: Process): State {
  const failed = failCallers(state, at, process.batches, process.waiting);
  return withFault(withProcess(failed, at, { ...IDLE, isUp: false }));
}

/** The clients of a process learn nothing about their operations, unless they also asked the other process. */
function failCallers(
  state: State,
  at: number,
  batches: readonly Batch[],
  waiting: readonly number[] = [],
): State {
  const operations = [
    ...waiting,
    ...batches.flatMap(({ events }) => events.map(({ operation }) => operation)),
  ];
  const other = state.processes[1 - at] ?? IDLE;
  return operations
    .filter((operation) => state.clients[operation] === 'waiting' && !isAt(other, operation))
    .reduce((after, operation) => withClient(after, operation, 'failed'), state);
}

function isAt({ waiting, batches }: Process, operation: number): boolean {
  return (
    waiting.includes(operation) ||
    batches.some(({ events }) => events.some((event) => event.operation === operation))
  );
}

function isAwaited({ processes }: State, append: Append): boolean {
  return processes.some(({ batches }) =>
    batches.some((batch) => batch.stage === 'sent' && isSame(batch, append)),
  );
}

function isSame(one: Append, other: Append): boolean {
  return one.events[0]?.id === other.events[0]?.id;
}

/** Gives the sender of an append its reply if it still waits for one. */
function withReply(state: State, append: Append, stage: Batch['stage']): State {
  const processes = state.processes.map((process) => ({
    ...process,
    batches: process.batches.map((batch) =>
      batch.stage === 'sent' && isSame(batch, append) ? { ...batch, stage } : batch,
    ),
  }));
  return { ...state, processes };
}

function withStage(state: State, at: number, batch: Batch, stage: Batch['stage']): State {
  const batches = (state.processes[at] ?? IDLE).batches;
  return withProcess(state, at, {
    batches: batches.map((other) => (other === batch ? { ...batch, stage } : other)),
  });
}

function withProcess(state: State, at: number, change: Partial<Process>): State {
  const processes = state.processes.map((process, index) =>
    index === at ? { ...process, ...change } : process,
  );
  return { ...state, processes };
}

function withClient(state: State, operation: number, client: State['clients'][number]): State {
  return { ...state, clients: state.clients.map((old, index) => (index === operation ? client : old)) };
}

function withFault(state: State): State {
  return { ...state, faultsLeft: state.faultsLeft - 1 };
}

/** Event ids are hashes and never repeat. Here they may, once no trace of the former event is left. */
function unusedIds({ log, tables, network, processes }: State): () => number {
  const appends = [
    ...network,
    ...processes.flatMap(({ batches, fetched }) => [...batches, fetched ?? []].flat()),
  ];
  const used = new Set([
    ...[...log, ...appends.flatMap(({ events }) => events)].map(({ id }) => id),
    ...tables.staged.map(({ id }) => id),
  ]);
  return () => {
    let id = 0;
    while (used.has(id)) id += 1;
    used.add(id);
    return id;
  };
}
