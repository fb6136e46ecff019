import { adminsOnly, type TextsByType } from './event-texts.js';

export const SUPPORT = {
  DashboardTextsChanged: adminsOnly((_, customer) => `Texts on the dashboard of ${customer} changed`),
  ChatReplySent: adminsOnly((_, customer) => `Chat reply sent to ${customer}`),
} satisfies Partial<TextsByType>;
