import {
  ArrowDownLeft,
  ArrowUpRight,
  BadgeDollarSign,
  FileCheck,
  Landmark,
  MessageCircle,
  Users,
  type LucideIcon,
} from 'lucide-react';
import type { WorkItem, WorkKind } from '@/lib/api/types';
import { humanize } from '@/lib/format';
import { proposalTitle } from '../approvals/actions';

type KindLabels = { one: string; many: string; Icon: LucideIcon };

export const WORK_KINDS: Readonly<Record<WorkKind, KindLabels>> = {
  kyc: { one: 'KYC application', many: 'KYC applications', Icon: FileCheck },
  account_request: { one: 'Account request', many: 'Account requests', Icon: Landmark },
  transfer: { one: 'Outgoing transfer', many: 'Outgoing transfers', Icon: ArrowUpRight },
  incoming_payment: { one: 'Incoming payment', many: 'Incoming payments', Icon: ArrowDownLeft },
  credit: { one: 'Credit', many: 'Credits', Icon: BadgeDollarSign },
  proposal: { one: 'Proposal', many: 'Proposals', Icon: Users },
  chat: { one: 'Chat', many: 'Chats', Icon: MessageCircle },
};

export const WORK_KIND_NAMES = Object.keys(WORK_KINDS) as readonly WorkKind[];

export type Decision = 'approve' | 'reject';

/** The decision in the URL. */
export function parseDecision(value: string): Decision | null {
  return value === 'approve' || value === 'reject' ? value : null;
}

/** A kind of item that opens in a dialog over the queue. */
export type DialogKind = Exclude<WorkKind, 'kyc' | 'chat'>;

/**
 * The item in the queue's URL, such as `transfer.0198…`; null if it is missing, invalid, or of a kind without a
 * dialog.
 */
export function parseOpenItem(value: string): { kind: DialogKind; id: string } | null {
  const [kind = '', id = ''] = value.split('.');
  const known = WORK_KIND_NAMES.find((name) => name === kind);
  return known === undefined || known === 'kyc' || known === 'chat' || id === '' ? null : { kind: known, id };
}

/**
 * The URL of an item (ADM-33): a review, a conversation, or a dialog over the queue. A dialog's URL includes the
 * queue's filter. The URL of a review or dialog includes the decision, if there is one.
 */
export function itemAddress({ kind, id }: WorkItem, kindFilter: string, decision?: Decision): string {
  const params = new URLSearchParams();
  if (kind === 'chat') return `/admin?tab=chats&chat=${id}`;
  if (kind !== 'kyc') {
    if (kindFilter !== '') params.set('kind', kindFilter);
    params.set('item', `${kind}.${id}`);
  }
  if (decision) params.set('decide', decision);
  const query = params.toString();
  return `${kind === 'kyc' ? `/admin/kyc/${id}` : '/admin/queue'}${query && `?${query}`}`;
}

/** Whether the item opens in a dialog over the queue. If so, the item's URL replaces the queue's URL in the history. */
export function isDialogItem({ kind }: WorkItem): boolean {
  return kind !== 'kyc' && kind !== 'chat';
}

/** The second line of a row: what the item is about. */
export function describeWork({ kind, accountType, detail }: WorkItem): string {
  const { one } = WORK_KINDS[kind];
  if (kind === 'proposal') return `${one} · ${proposalTitle(detail ?? '')}`;
  if (kind === 'transfer') return detail ? `${one} to ${detail}` : one;
  const parts = [accountType ? humanize(accountType) : '', detail ?? ''].filter(Boolean);
  return [one, ...parts].join(' · ');
}
