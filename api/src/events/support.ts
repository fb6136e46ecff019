import { adminsOnly, type TextsByType } from './event-texts.js';

export const SUPPORT = {
  DashboardTextsChanged: adminsOnly((_, customer) => `Changed ${customer}'s dashboard text`),
  ChatReplySent: adminsOnly((_, customer) => `Sent ${customer} a chat reply`),
} satisfies Partial<TextsByType>;
