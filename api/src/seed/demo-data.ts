import type { TransactionCategory } from '@moniker/common/categories.js';
import { amountCentsForNet } from '@moniker/common/fee.js';

/** A user of the local profile; never seeded in production. */
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

/** An approved application: the checking account and its owner. The SSN is not assigned to anyone. */
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

/** Something that happened `daysAgo` days before seeding. */
export type DemoStep = { readonly daysAgo: number; readonly amountCents: number } & (
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
      { daysAgo: 33, kind: 'credit', amountCents: 5_000, description: 'Welcome credit' },
      {
        daysAgo: 30,
        kind: 'payment',
        amountCents: 245_000,
        description: 'Salary',
        from: 'Brightwater Studio',
      },
      {
        daysAgo: 28,
        kind: 'transfer',
        // The landlord gets the whole rent, $1,450.00.
        amountCents: amountCentsForNet(145_000),
        to: 'Maple Street Homes',
        account: '774120983',
        purpose: 'Rent',
        category: 'bills',
        decision: 'completed',
      },
      {
        daysAgo: 25,
        kind: 'transfer',
        amountCents: 8_640,
        to: 'Corner Greens',
        account: '310447825',
        purpose: 'Grocery box',
        category: 'food',
        decision: 'completed',
      },
      {
        daysAgo: 22,
        kind: 'transfer',
        amountCents: 3_200,
        to: 'Metro Transit',
        account: '905318846',
        purpose: 'Transit pass',
        category: 'transportation',
        decision: 'completed',
      },
      {
        daysAgo: 19,
        kind: 'transfer',
        amountCents: 64_000,
        to: 'J. Whitcombe',
        account: '118840276',
        purpose: 'Used bicycle',
        category: 'shopping',
        decision: 'failed',
      },
      {
        daysAgo: 16,
        kind: 'payment',
        amountCents: 245_000,
        description: 'Salary',
        from: 'Brightwater Studio',
      },
      {
        daysAgo: 12,
        kind: 'transfer',
        amountCents: 2_450,
        to: 'Lumen Cinema',
        account: '620019437',
        purpose: 'Movie night',
        category: 'entertainment',
        decision: 'completed',
      },
      {
        daysAgo: 8,
        kind: 'transfer',
        amountCents: 12_000,
        to: 'Dr. Imani Cole',
        account: '553276190',
        purpose: 'Checkup',
        category: 'healthcare',
        decision: 'completed',
      },
      {
        daysAgo: 2,
        kind: 'payment',
        amountCents: 245_000,
        description: 'Salary',
        from: 'Brightwater Studio',
      },
      {
        daysAgo: 0.2,
        kind: 'transfer',
        amountCents: 7_525,
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
      {
        daysAgo: 27,
        kind: 'payment',
        amountCents: 318_000,
        description: 'Invoice 1041',
        from: 'City Couriers',
      },
      {
        daysAgo: 21,
        kind: 'transfer',
        amountCents: 94_000,
        to: 'Northwheel Parts',
        account: '447093612',
        purpose: 'Chains and tires',
        category: 'business',
        decision: 'completed',
      },
      {
        daysAgo: 10,
        kind: 'payment',
        amountCents: 126_550,
        description: 'Invoice 1042',
        from: 'Green Loop Tours',
      },
      {
        daysAgo: 4,
        kind: 'transfer',
        amountCents: 41_075,
        to: 'Harbor Power & Light',
        account: '283300519',
        purpose: 'Electricity',
        category: 'bills',
        decision: 'completed',
      },
      {
        daysAgo: 0.1,
        kind: 'transfer',
        amountCents: 150_000,
        to: 'Northwheel Parts',
        account: '447093612',
        purpose: 'Winter stock',
        category: 'business',
        decision: 'pending',
      },
    ],
  },
];
