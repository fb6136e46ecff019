import type { TransactionCategory } from '../ledger/domain/transactions.js';

/** Users of the local profile; never seeded in production. */
export interface DemoUser {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly moniker: string;
  readonly phoneNumber: string;
  readonly isAdmin: boolean;
  readonly account: DemoAccount | null;
  readonly history: readonly DemoStep[];
}

/** An approved application: the checking account and its owner. The SSN is not assigned to anybody. */
export interface DemoAccount {
  readonly type: 'personal' | 'business';
  readonly number: string;
  readonly companyName: string | null;
  readonly street: string;
  readonly city: string;
  readonly state: string;
  readonly zipCode: string;
  readonly ssn: string;
}

/** An activity `daysAgo` days before seeding, oldest first. */
export type DemoStep = { readonly daysAgo: number; readonly dollars: number } & (
  | { readonly kind: 'credit'; readonly description: string }
  | { readonly kind: 'payment'; readonly description: string; readonly from: string }
  | {
      readonly kind: 'transfer';
      readonly to: string;
      readonly account: string;
      readonly purpose: string;
      readonly category: TransactionCategory;
      readonly decision: 'completed' | 'failed' | 'pending';
    }
);

export const DEMO_PASSWORD = 'moniker-demo';

export const DEMO_USERS: readonly DemoUser[] = [
  {
    email: 'admin@moniker.example',
    firstName: 'Ada',
    lastName: 'Okafor',
    moniker: 'ada_admin',
    phoneNumber: '+1 415 555 0100',
    isAdmin: true,
    account: null,
    history: [],
  },
  {
    email: 'alice@moniker.example',
    firstName: 'Alice',
    lastName: 'Moreno',
    moniker: 'alice',
    phoneNumber: '+1 415 555 0142',
    isAdmin: false,
    account: {
      type: 'personal',
      number: '482915306',
      companyName: null,
      street: '48 Larkin Street',
      city: 'San Francisco',
      state: 'CA',
      zipCode: '94102',
      ssn: '219091001',
    },
    history: [
      { daysAgo: 33, kind: 'credit', dollars: 50, description: 'Welcome credit' },
      { daysAgo: 30, kind: 'payment', dollars: 2450, description: 'Salary', from: 'Brightwater Studio' },
      {
        daysAgo: 28,
        kind: 'transfer',
        dollars: 1450,
        to: 'Maple Street Homes',
        account: '774120983',
        purpose: 'Rent',
        category: 'bills',
        decision: 'completed',
      },
      {
        daysAgo: 25,
        kind: 'transfer',
        dollars: 86.4,
        to: 'Corner Greens',
        account: '310447825',
        purpose: 'Grocery box',
        category: 'food',
        decision: 'completed',
      },
      {
        daysAgo: 22,
        kind: 'transfer',
        dollars: 32,
        to: 'Metro Transit',
        account: '905318846',
        purpose: 'Transport pass',
        category: 'transportation',
        decision: 'completed',
      },
      {
        daysAgo: 19,
        kind: 'transfer',
        dollars: 640,
        to: 'J. Whitcombe',
        account: '118840276',
        purpose: 'Used bicycle',
        category: 'shopping',
        decision: 'failed',
      },
      { daysAgo: 16, kind: 'payment', dollars: 2450, description: 'Salary', from: 'Brightwater Studio' },
      {
        daysAgo: 12,
        kind: 'transfer',
        dollars: 24.5,
        to: 'Lumen Cinema',
        account: '620019437',
        purpose: 'Movie night',
        category: 'entertainment',
        decision: 'completed',
      },
      {
        daysAgo: 8,
        kind: 'transfer',
        dollars: 120,
        to: 'Dr. Imani Cole',
        account: '553276190',
        purpose: 'Check-up',
        category: 'healthcare',
        decision: 'completed',
      },
      { daysAgo: 2, kind: 'payment', dollars: 2450, description: 'Salary', from: 'Brightwater Studio' },
      {
        daysAgo: 0.2,
        kind: 'transfer',
        dollars: 75.25,
        to: 'Corner Greens',
        account: '310447825',
        purpose: 'Grocery box',
        category: 'food',
        decision: 'pending',
      },
    ],
  },
  {
    email: 'bob@moniker.example',
    firstName: 'Bob',
    lastName: 'Lindqvist',
    moniker: 'bobs_bikes',
    phoneNumber: '+1 415 555 0177',
    isAdmin: false,
    account: {
      type: 'business',
      number: '609174482',
      companyName: "Bob's Bikes LLC",
      street: '912 Harrison Street',
      city: 'Oakland',
      state: 'CA',
      zipCode: '94607',
      ssn: '219091002',
    },
    history: [
      { daysAgo: 27, kind: 'payment', dollars: 3180, description: 'Invoice 1041', from: 'City Couriers' },
      {
        daysAgo: 21,
        kind: 'transfer',
        dollars: 940,
        to: 'Northwheel Parts',
        account: '447093612',
        purpose: 'Chains and tyres',
        category: 'business',
        decision: 'completed',
      },
      {
        daysAgo: 10,
        kind: 'payment',
        dollars: 1265.5,
        description: 'Invoice 1042',
        from: 'Green Loop Tours',
      },
      {
        daysAgo: 4,
        kind: 'transfer',
        dollars: 410.75,
        to: 'Harbor Power & Light',
        account: '283300519',
        purpose: 'Electricity',
        category: 'bills',
        decision: 'completed',
      },
      {
        daysAgo: 0.1,
        kind: 'transfer',
        dollars: 1500,
        to: 'Northwheel Parts',
        account: '447093612',
        purpose: 'Winter stock',
        category: 'business',
        decision: 'pending',
      },
    ],
  },
];
