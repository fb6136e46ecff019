import { balanceEffectOf } from '@moniker/common/transactions.js';
import type { TransactionStep } from '../domain/transaction-step.js';
import type { TransactionState } from '../domain/transactions.js';
import type { Finding } from './finding-list.js';
import { hashPartition } from './id-bytes.js';
import { PARTITIONS, SpillFile } from './spill-file.js';

/**
 * A step that moved money in one half of a transfer between customers: in the transfer itself, or in the payment to the
 * recipient. The ids are `idKey`s.
 */
interface Half {
  readonly transferId: string;
  readonly paymentId: string;
  readonly recipientId: string;
  readonly position: number;
  /** The net amount that the recipient gets; negative if it is taken back. */
  readonly netCents: number;
  readonly isPayment: boolean;
}

const ID_BYTES = 16;
const OFFSET = { transfer: 0, payment: 16, recipient: 32, position: 48, net: 56, isPayment: 64 } as const;
const HALF_BYTES = 65;

/**
 * Checks that each half of a transfer between customers has its other half (LED-82): the payment directly follows the
 * transfer in the log, goes to the recipient, and has the transfer's net amount. The two halves are usually in
 * different partitions of `TransactionSteps`, so they are spilled again, by the transfer's id (docs/adr/0006).
 */
export class TransactionPairs {
  private readonly spill = new SpillFile();
  private readonly bytes = Buffer.alloc(HALF_BYTES);

  /** Adds a half if the step from `before` to `after` moved its money. */
  add(before: TransactionState | undefined, after: TransactionState, step: TransactionStep): void {
    const { pairId, recipientId, transactionId, accountId } = after;
    if (pairId === null) return;
    const { position } = step;
    const posted = Number(isPosted(after)) - Number(before !== undefined && isPosted(before));
    if (posted === 0) return;
    const isPayment = after.kind !== 'transfer';
    const netCents = posted * (after.amountCents - after.feeCents);
    if (isPayment) {
      this.write({
        transferId: pairId,
        paymentId: transactionId,
        recipientId: accountId,
        position,
        netCents,
        isPayment,
      });
    } else {
      const paid = {
        transferId: transactionId,
        paymentId: pairId,
        recipientId: recipientId ?? transactionId,
      };
      this.write({ ...paid, position, netCents, isPayment });
    }
  }

  /** Yields a finding for each half that lacks its other half. Ignores halves up to position `after`. */
  *findUnpaired(after: number): Generator<Finding> {
    for (let partition = 0; partition < PARTITIONS; partition += 1) {
      const payments = new Map<number, Half>();
      const transfers: Half[] = [];
      this.spill.read(partition, (bytes, start) => {
        const half = readHalf(bytes, start);
        if (half.position <= after) return;
        if (half.isPayment) payments.set(half.position, half);
        else transfers.push(half);
      });
      for (const transfer of transfers) {
        const payment = payments.get(transfer.position + 1);
        if (payment?.transferId !== transfer.transferId) {
          yield finding(transfer, "the payment to its recipient doesn't follow it");
          continue;
        }
        payments.delete(payment.position);
        if (!isPair(transfer, payment))
          yield finding(transfer, 'the payment that follows it has a different id, recipient or amount');
      }
      for (const payment of payments.values()) yield finding(payment, "it doesn't follow its transfer");
    }
  }

  close(): void {
    this.spill.close();
  }

  private write(half: Half): void {
    const { bytes } = this;
    bytes.write(half.transferId, OFFSET.transfer, 'latin1');
    bytes.write(half.paymentId, OFFSET.payment, 'latin1');
    bytes.write(half.recipientId, OFFSET.recipient, 'latin1');
    bytes.writeDoubleLE(half.position, OFFSET.position);
    bytes.writeDoubleLE(half.netCents, OFFSET.net);
    bytes[OFFSET.isPayment] = Number(half.isPayment);
    this.spill.add(hashPartition(bytes, OFFSET.transfer), bytes, 0, HALF_BYTES);
  }
}

function readHalf(bytes: Buffer, at: number): Half {
  const id = (offset: number): string => bytes.toString('latin1', at + offset, at + offset + ID_BYTES);
  return {
    transferId: id(OFFSET.transfer),
    paymentId: id(OFFSET.payment),
    recipientId: id(OFFSET.recipient),
    position: bytes.readDoubleLE(at + OFFSET.position),
    netCents: bytes.readDoubleLE(at + OFFSET.net),
    isPayment: bytes[at + OFFSET.isPayment] === 1,
  };
}

function isPosted({ kind, status }: TransactionState): boolean {
  return balanceEffectOf(kind, status) === 'posts';
}

function isPair(transfer: Half, payment: Half): boolean {
  return (
    transfer.paymentId === payment.paymentId &&
    transfer.recipientId === payment.recipientId &&
    transfer.netCents === payment.netCents
  );
}

function finding({ position }: Half, message: string): Finding {
  return { check: 'rules', position, message };
}
