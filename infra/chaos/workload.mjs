// @ts-check
import { setTimeout as pause } from 'node:timers/promises';
import { ApiPool } from './api-pool.mjs';
import { OperationChecker } from './checker.mjs';
import { judgeAnswer, refusalsIn } from './judge.mjs';
import { Random } from './random.mjs';

/** @typedef {import('./judge.mjs').Answer} Answer */
/** @typedef {'credit' | 'transfer' | 'decision' | 'decisions'} Kind */

/**
 * A request. If it decides on several transactions, `items` has their ids, and each decision is a separate operation.
 * @typedef {{ method: string, path: string, body: object, who: string, accepted: number, items?: string[] }} Request
 */

/** The password of the demo's users. */
const PASSWORD = 'moniker-demo';
const CUSTOMERS = ['alice', 'bob'];
/** Fraction of operations that are sent as three concurrent copies. */
const COPIED = 0.06;
/** Fraction of acceptances that a caller ignores. The caller then repeats the request with the same key. */
const IGNORED = 0.02;
const RETRY_MS = 50;
/** Maximum number of undecided transfers per caller. At this number, one request decides all of them. */
const MAX_OPEN = 10;
/** Shares of credits and transfers. The remaining operations are decisions on one transfer. */
const [CREDITS, TRANSFERS] = [0.2, 0.7];
/** Share of transfers that are approved. Low enough that a million operations stay below the customers' daily limit. */
const APPROVED = 0.2;
/**
 * Of every `PAYERS` callers of a customer, one pays the other customer (TRF-61). The rest pay outside the bank, so they
 * keep working while the other customer's account is in quarantine.
 */
const PAYERS = 4;
const OUTSIDE = { recipientAccount: '310447825', recipientRouting: '026009593' };
/** Dollars per credit and per transfer. Credits add more than transfers take, so the customers always have enough. */
const [CREDITED, PAID] = [0.02, 0.01];
/** How long the callers may take for their last acknowledgments. */
const STOP_MS = 120_000;
/** How many unexpected responses are kept. */
const MAX_UNEXPECTED = 100;

/** A request's idempotency key: its kind, its caller and its number. */
const KEY = /^(?:credit|transfer|decision|(decisions))-\d+-\d+$/;

/**
 * Returns the operation that wrote this key and transaction id to the log, or null if the key isn't the workload's.
 * @param {unknown} key
 * @param {string} id
 * @returns {string | null}
 */
export function operationOf(key, id) {
  if (typeof key !== 'string') return null;
  const [found, several] = KEY.exec(key) ?? [];
  if (found === undefined) return null;
  return several === undefined ? key : `${key} ${id}`;
}

/**
 * Callers that credit accounts, send transfers and decide on them, individually and in bulk, through all API
 * processes. Each sends one request at a time and repeats it with its idempotency key until it is acknowledged.
 */
export class Workload {
  checker = new OperationChecker();
  /** The first unexpected responses. @type {string[]} */
  unexpected = [];
  unexpectedCount = 0;
  /** The name of the current fault. */
  round = '';
  /** Number of responses with status 500. */
  serverErrors = 0;
  /** Number of refusals by code. @type {Map<string, number>} */
  #refusals = new Map();
  #isAborted = false;
  #urls;
  #apis;
  #seed;
  #isStopped = false;
  /** When the last operation was acknowledged. */
  lastAcknowledged = Date.now();
  #longestGapMs = 0;
  /** @type {Promise<void>[]} */
  #callers = [];
  /** The requests acknowledged since `remember` was called, by key. @type {Map<string, Request> | null} */
  #remembered = null;
  /** Transactions that a restore has lost. @type {Set<string>} */
  #lostIds = new Set();
  /** @type {Map<string, string>} */
  #cookies = new Map();
  /** @type {Map<string, string>} */
  #userIds = new Map();
  /** Account and routing numbers of the customers. @type {Map<string, typeof OUTSIDE>} */
  #numbers = new Map();

  /**
   * @param {readonly string[]} urls of the APIs
   * @param {number} seed
   */
  constructor(urls, seed) {
    this.#urls = urls;
    this.#apis = new ApiPool(urls);
    this.#seed = seed;
  }

  async start(/** @type {number} */ callers) {
    for (const who of ['admin', ...CUSTOMERS]) await this.#signIn(who);
    await this.#readNumbers();
    for (let number = 0; number < callers; number += 1) {
      // Each caller works for one customer, so an account in quarantine does not hold up the other customer's callers.
      const customer = CUSTOMERS[number % CUSTOMERS.length] ?? '';
      this.#callers.push(this.#call(number, customer));
    }
  }

  /** Waits until every caller has its last acknowledgment. Returns how many are still waiting after two minutes. */
  async stop() {
    this.#isStopped = true;
    let waiting = this.#callers.length;
    const ended = this.#callers.map((caller) => caller.then(() => (waiting -= 1)));
    await Promise.race([Promise.all(ended), pause(STOP_MS, undefined, { ref: false })]);
    this.#isAborted = true;
    this.#apis.close();
    return waiting;
  }

  /** Keeps requests that are acknowledged from now on, for `repeatLost`. */
  remember() {
    this.#remembered = new Map();
  }

  /**
   * Judges the log after a restore to a point in time, and returns the problems. Call this while no API is running.
   * @param {number} at
   * @param {ReadonlyMap<string, readonly string[]>} stored
   */
  rewindTo(at, stored) {
    const { problems, lost } = this.checker.rewindTo(at, stored);
    for (const [key, id] of lost) if (id !== null && isOfNew(key)) this.#lostIds.add(id);
    for (const [key, request] of this.#remembered ?? [])
      if (!operationsOf(key, request).some((operation) => lost.has(operation))) this.#remembered?.delete(key);
    return problems;
  }

  /**
   * Repeats the requests whose effects a restore has lost, as their callers would: with the same keys. Returns the
   * number of these requests.
   */
  async repeatLost() {
    const requests = [...(this.#remembered ?? [])];
    this.#remembered = null;
    const random = new Random(this.#seed);
    const queue = requests.values();
    const repeat = async () => {
      for (const [key, request] of queue) await this.#untilAcknowledged(key, request, random);
    };
    await Promise.all(this.#callers.map(repeat));
    return requests.length;
  }

  /** Whether a request decides on a transaction that a restore has lost. */
  #concernsLost(/** @type {Request} */ { path, items = [path.slice(path.lastIndexOf('/') + 1)] }) {
    return items.some((id) => this.#lostIds.has(id));
  }

  /** How many requests to an API lost their connection before the response arrived. */
  brokenConnectionsOf(/** @type {number} */ api) {
    return this.#apis.brokenConnectionsOf(api);
  }

  /** Number of refusals with a code. */
  refusalsOf(/** @type {string} */ code) {
    return this.#refusals.get(code) ?? 0;
  }

  /** Returns the longest time without an acknowledgment since the last call. */
  takeLongestGap() {
    const gapMs = Math.max(this.#longestGapMs, Date.now() - this.lastAcknowledged);
    this.#longestGapMs = 0;
    return gapMs;
  }

  async #signIn(/** @type {string} */ who) {
    const [url = ''] = this.#urls;
    const response = await fetch(`${url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: url },
      body: JSON.stringify({ email: `${who}@moniker.example`, password: PASSWORD }),
    });
    if (!response.ok) throw new Error(`${who} can't sign in: ${response.status}`);
    const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0]);
    this.#cookies.set(who, cookies.join('; '));
    const user = await fetch(`${url}/api/auth/user`, { headers: { cookie: this.#cookies.get(who) ?? '' } });
    this.#userIds.set(who, (await user.json()).id);
  }

  async #readNumbers() {
    const [url = ''] = this.#urls;
    const headers = { cookie: this.#cookies.get('admin') ?? '' };
    const response = await fetch(`${url}/api/admin/account-requests?limit=100`, { headers });
    const { items } = await response.json();
    for (const who of CUSTOMERS) {
      const userId = this.#userIds.get(who);
      const own = items.find(
        (/** @type {any} */ item) => item.user?.id === userId && item.accountNumber !== null,
      );
      if (own === undefined) throw new Error(`${who} has no account number`);
      this.#numbers.set(who, { recipientAccount: own.accountNumber, recipientRouting: own.routingNumber });
    }
  }

  async #call(/** @type {number} */ caller, /** @type {string} */ customer) {
    const random = new Random(this.#seed + caller);
    const other = CUSTOMERS.find((who) => who !== customer) ?? '';
    const isPayer = Math.floor(caller / CUSTOMERS.length) % PAYERS === 0;
    const recipient = (isPayer && this.#numbers.get(other)) || OUTSIDE;
    /** Transfers without a decision. @type {string[]} */
    const open = [];
    for (let number = 1; !this.#isStopped; number += 1) {
      const kind = this.#choose(random, open.length);
      const key = `${kind}-${caller}-${number}`;
      const decided = open.splice(0, decidedBy(kind));
      const request = this.#requestOf(kind, key, random, { customer, decided, recipient });
      const result = await this.#untilAcknowledged(key, request, random);
      if (kind === 'transfer' && result !== null) open.push(result);
    }
  }

  /** @returns {Kind} */
  #choose(/** @type {Random} */ random, /** @type {number} */ open) {
    if (open >= MAX_OPEN) return 'decisions';
    const number = random.next();
    if (number < CREDITS) return 'credit';
    return number < CREDITS + TRANSFERS || open === 0 ? 'transfer' : 'decision';
  }

  /**
   * @param {Kind} kind
   * @param {string} key
   * @param {Random} random
   * @param {{ customer: string, decided: string[], recipient: typeof OUTSIDE }} target
   * @returns {Request}
   */
  #requestOf(kind, key, random, { customer, decided, recipient }) {
    if (kind === 'credit') {
      const body = {
        userId: this.#userIds.get(customer),
        type: 'credit',
        amount: CREDITED,
        description: key,
      };
      return { method: 'POST', path: '/api/admin/transactions', body, who: 'admin', accepted: 201 };
    }
    if (kind === 'transfer') {
      const body = { amount: PAID, recipientName: 'Corner Greens', ...recipient, purpose: key };
      return { method: 'POST', path: '/api/transfer/request', body, who: customer, accepted: 201 };
    }
    const isApproved = random.next() < APPROVED;
    if (kind === 'decisions') return decisionsRequest(key, isApproved, decided);
    const body = { status: isApproved ? 'approved' : 'rejected', adminNotes: key, expectedRevision: 1 };
    const path = `/api/admin/transfer-requests/${decided[0]}`;
    return { method: 'PUT', path, body, who: 'admin', accepted: 200 };
  }

  /**
   * Repeats a request until it is acknowledged. Returns the transaction's id, or null if the request was refused or the
   * run is over.
   * @param {string} key
   * @param {Request} request
   * @param {Random} random
   * @returns {Promise<string | null>}
   */
  async #untilAcknowledged(key, request, random) {
    for (const operation of operationsOf(key, request)) this.checker.send(operation);
    const copies = random.next() < COPIED ? 3 : 1;
    while (!this.#isAborted) {
      const answers = await Promise.all(Array.from({ length: copies }, () => this.#send(key, request)));
      const accepted = answers.filter((answer) => answer !== null && isAccepted(answer, request));
      // The request decides on a transaction that a restore has lost, so repeating the request is useless.
      if (this.#concernsLost(request) && answers.some((answer) => answer !== null && answer.status < 500))
        return null;
      // The bank has refused the operation and would refuse it again.
      if (answers.some((answer) => answer !== null && this.#isFinal(key, answer, request))) return null;
      const ids = new Set(accepted.map((answer) => String(answer?.body.id)));
      if (ids.size > 1) this.#report(`${key}: several results`);
      if (accepted.length > 0 && random.next() >= IGNORED)
        return this.#acknowledge(key, request, [...ids][0]);
      if (accepted.length === 0) await pause(RETRY_MS);
    }
    return null;
  }

  /**
   * @param {string} key
   * @param {Request} request
   * @param {string | undefined} result
   */
  #acknowledge(key, request, result = '') {
    const { items } = request;
    const now = Date.now();
    this.#longestGapMs = Math.max(this.#longestGapMs, now - this.lastAcknowledged);
    this.lastAcknowledged = now;
    this.#remembered?.set(key, request);
    for (const id of items ?? [result]) this.checker.acknowledge(operationOf(key, id) ?? key, id, this.round);
    return result;
  }

  /** Judges a response. Returns whether it is a final refusal: one that the injected faults can't explain. */
  #isFinal(/** @type {string} */ key, /** @type {Answer} */ answer, /** @type {Request} */ { accepted }) {
    const { status } = answer;
    const problem = judgeAnswer(answer, accepted);
    for (const code of refusalsIn(answer, accepted)) this.#refusals.set(code, this.refusalsOf(code) + 1);
    if (problem !== null) this.#report(`${key}: ${problem}`);
    return problem !== null && status !== accepted && status < 500;
  }

  #report(/** @type {string} */ problem) {
    this.unexpectedCount += 1;
    if (this.unexpected.length < MAX_UNEXPECTED) this.unexpected.push(`${problem} during ${this.round}`);
  }

  /**
   * Sends a request to an API. Returns null if no response arrives.
   * @param {string} key
   * @param {Request} request
   * @returns {Promise<Answer | null>}
   */
  async #send(key, { method, path, body, who }) {
    const headers = { cookie: this.#cookies.get(who) ?? '', 'idempotency-key': key };
    const answer = await this.#apis.send({ method, path, headers, body: JSON.stringify(body) });
    if (answer?.status === 500) this.serverErrors += 1;
    return answer;
  }
}

/** How many undecided transfers a request of this kind decides. */
function decidedBy(/** @type {Kind} */ kind) {
  if (kind === 'decisions') return MAX_OPEN;
  return kind === 'decision' ? 1 : 0;
}

/**
 * @param {string} key
 * @param {boolean} isApproved
 * @param {string[]} items
 * @returns {Request}
 */
function decisionsRequest(key, isApproved, items) {
  const body = {
    status: isApproved ? 'completed' : 'failed',
    adminNotes: key,
    items: items.map((id) => ({ id, expectedRevision: 1 })),
  };
  return {
    ...{ method: 'POST', path: '/api/admin/transactions/decisions', body },
    ...{ who: 'admin', accepted: 200, items },
  };
}

/** Whether an operation creates a transaction instead of deciding on one. */
const isOfNew = (/** @type {string} */ key) => !key.startsWith('decision');

/** The operations of a request. */
function operationsOf(/** @type {string} */ key, /** @type {Request} */ { items }) {
  return items === undefined ? [key] : items.map((id) => `${key} ${id}`);
}

/** Whether the bank has done all that was requested. */
function isAccepted(/** @type {Answer} */ { status, body }, /** @type {Request} */ { accepted, items }) {
  if (status !== accepted || items === undefined) return status === accepted;
  return body.items.every((/** @type {{ result: string }} */ item) => item.result === 'done');
}
