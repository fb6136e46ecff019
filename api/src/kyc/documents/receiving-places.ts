import { busyError } from './fair-queue.js';

const PLACES = 64;

/** Limits how many uploads can arrive at the same time: one per customer, and `places` in total (FILE-22). */
export class ReceivingPlaces {
  private readonly customers = new Set<string>();

  constructor(private readonly places = PLACES) {}

  /** @throws AppError BUSY all places are taken, or the customer already has one */
  assertFree(customer: string): void {
    if (this.customers.size >= this.places || this.customers.has(customer)) throw busyError();
  }

  /** @throws AppError BUSY */
  async hold<Result>(customer: string, receive: () => Promise<Result>): Promise<Result> {
    this.assertFree(customer);
    this.customers.add(customer);
    try {
      return await receive();
    } finally {
      this.customers.delete(customer);
    }
  }
}
