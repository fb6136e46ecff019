import { randomUUID } from 'node:crypto';
import type { HttpClient } from '../harness/index.js';
import { waitFor } from '../harness/index.js';

const CALLERS = 4;

/** Callers that credit a customer continuously. */
export class CreditLoad {
  /** Ids of the acknowledged credits. */
  readonly acknowledged: string[] = [];
  private isStopped = false;
  private readonly callers: Promise<void>[];

  constructor(
    private readonly admin: HttpClient,
    private readonly userId: string,
  ) {
    this.callers = Array.from({ length: CALLERS }, () => this.run());
  }

  /** Waits until this many more credits are acknowledged. */
  async progress(credits: number): Promise<void> {
    const goal = this.acknowledged.length + credits;
    await waitFor(() => this.acknowledged.length >= goal, { what: 'credits', timeoutMs: 60_000 });
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    await Promise.all(this.callers);
  }

  private async run(): Promise<void> {
    while (!this.isStopped) this.acknowledged.push(await creditCustomer(this.admin, this.userId));
  }
}

/** Credits a customer. Returns the id of the transaction. */
export async function creditCustomer(admin: HttpClient, userId: string): Promise<string> {
  const description = randomUUID();
  const credit = { userId, type: 'credit', amount: 0.01, description };
  const { status, body } = await admin.post<{ id: string }>('/api/admin/transactions', credit);
  if (status !== 201) throw new Error(`the credit was refused: ${JSON.stringify(body)}`);
  return body.id;
}
